// <stampede-sim scenario="facebook-2010" t="145" title="...">poster</stampede-sim>
//
// Shows the elements between its tags with a button, and on a click the simulation
// in their place. Without any it shows the site's poster, or the title and the
// moment in words where the site's poster is of another. Attributes are the keys of
// an embed's address (see mirrored), and: run="r1...." a very run, label the
// button's words, ratio the shape of the box, sandbox that of the frame, autoload
// to start near the viewport. What the simulation tells becomes events
// stampede-ready, -state, -verdict, -resize and -error; call(verb, ...) answers
// with a promise. start() starts it, and leaves the focus where it is.
"use strict";

(() => {
  const script = document.currentScript || document.querySelector('script[src*="embed.js"]');
  const root = new URL("../", script.src);
  const alive = 2; // simulations in one document at a time
  const near = "200px"; // around the viewport
  const patience = 800; // milliseconds for a simulation to say where it is
  const tallest = 960; // CSS pixels: it grows to a content up to this
  const scenarios = /^[a-z\d-]+(\/[a-z\d-]+)*$/i;
  const moved = ["t", "seed", "size", "until"]; // with one of them a run is another than the site's poster
  const mirrored = ["seed", "t", "until", "size", "view", "controls", "theme", "speed", "strategies", "locale",
    "motion", "paused", "autoplay", "keys", "painter"];

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; position: relative; width: 100%; aspect-ratio: 16 / 10; overflow: hidden; } /* its height may be given: the ratio is not to follow from that */
    .poster, iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; overflow: hidden; }
    .poster img, ::slotted(:is(img, svg)) { display: block; width: 100% !important; height: 100% !important; object-fit: contain; }
    .poster { height: calc(100% - 3.5rem); } /* above the button */
    .words { display: grid; place-content: center; gap: 0.5rem; height: 100%; padding: 0 1rem; box-sizing: border-box;
      text-align: center; overflow-wrap: anywhere; font: 1rem/1.4 system-ui, sans-serif; }
    .words b { font-size: 1.25rem; }
    [hidden] { display: none !important; }
    button { position: absolute; inset-block-end: 0.375rem; inset-inline-start: 50%; transform: translateX(-50%);
      min-height: 2.75rem; max-width: calc(100% - 1rem); padding: 0 1.25rem; border: 0; border-radius: 999px;
      background: #15181c; color: #fff; font: 600 1rem/1.2 system-ui, sans-serif; cursor: pointer; }
    :host(:dir(rtl)) button { transform: translateX(50%); }
    button:hover { background: #33383e; }
    button:focus-visible { outline: 3px solid #0a62a6; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }`);

  const live = []; // elements with a frame or about to have one, the one used last at the end
  const framed = new Set(); // elements with a frame, also those that are being released
  const all = new Set();
  const box = (sim) => sim.getBoundingClientRect();
  const seen = (sim) => box(sim).bottom > 0 && box(sim).top < innerHeight;
  const off = (sim) => Math.abs(box(sim).top + box(sim).bottom - innerHeight);
  // Room is taken from those that have gone, by those nearest the middle first.
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.visible = isIntersecting;
    for (const sim of [...all].sort((a, b) => off(a) - off(b))) sim.return();
  }, { rootMargin: near });

  const clock = (text) => {
    const t = Number(text);
    if (!(t >= 0)) return text;
    const rest = Math.round(t % 60 * 1000) / 1000;
    return `${Math.floor(t / 60)}:${rest < 10 ? "0" : ""}${rest}`;
  };
  const make = (name, more) => Object.assign(document.createElement(name), more);

  let calls = 0;

  class Sim extends HTMLElement {
    static observedAttributes = ["scenario", "run", "title", "label", "ratio", ...moved];
    #frame = null;
    visible = false;
    #wanted = false; // it was alive, and comes back when it is seen again
    #left = null; // {hash, playing} of when it was released
    #coming = null; // promise while it comes alive
    #leaving = null; // promise while it is released
    #waiting = new Map();
    #slot = make("slot");
    #button = make("button", { type: "button" });
    // A script that is not deferred sees the tag before what is in it.
    #children = new MutationObserver(() => this.#dress());

    connectedCallback() {
      if (!this.shadowRoot) this.#build();
      this.#dress();
      this.#children.observe(this, { childList: true });
      addEventListener("message", this);
      all.add(this);
      watch.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      this.#children.disconnect();
      watch.unobserve(this);
      all.delete(this);
      this.#drop();
    }

    attributeChangedCallback(name) {
      if (name === "scenario" || name === "run" || moved.includes(name)) this.#left = null;
      if (this.shadowRoot) this.#dress();
    }

    #build() {
      const shadow = this.attachShadow({ mode: "open", slotAssignment: "manual" });
      shadow.adoptedStyleSheets = [sheet];
      const poster = make("div", { className: "poster" });
      poster.append(this.#slot);
      this.#button.addEventListener("click", () => {
        this.#button.focus({ preventScroll: true }); // not every browser does
        this.#open(!this.hasAttribute("paused"));
      });
      shadow.append(poster, this.#button);
    }

    // Shows what stands for the run until it is there.
    #dress() {
      if (this.hasAttribute("ratio")) this.style.aspectRatio = this.getAttribute("ratio");
      const named = this.title || this.#name;
      const wrong = this.#wrong();
      this.#button.textContent = "▶ " + (this.getAttribute("label") || named);
      this.#button.hidden = Boolean(wrong || this.#frame);
      if (this.#frame) this.#frame.title = named;
      // A link in words is for where scripts are off.
      const poster = [...this.children].filter((child) => child.localName !== "a" || child.querySelector("img, svg, picture"));
      this.#slot.assign(...(wrong ? [] : poster));
      if (!wrong && poster.length) return;
      const picture = wrong || this.#another() ? this.#words(wrong) : make("img", {
        alt: "", loading: "lazy", src: new URL(`embed/${this.#name}/poster.svg`, root).href,
      });
      if (!this.#slot.firstChild?.isEqualNode(picture)) this.#slot.replaceChildren(picture);
    }

    #another() { return this.hasAttribute("run") || moved.some((name) => this.hasAttribute(name)); }

    #words(wrong) {
      const words = make("div", { className: "words" });
      if (wrong) words.append(make("span", { textContent: wrong }));
      else {
        const said = moved.filter((name) => this.hasAttribute(name))
          .map((name) => name === "t" ? clock(this.getAttribute(name)) : `${name} ${this.getAttribute(name)}`);
        words.append(make("b", { textContent: this.title || this.#name }), make("span", { textContent: said.join(" · ") }));
      }
      return words;
    }

    // What is wrong with the scenario's name, else "".
    #wrong() {
      if (scenarios.test(this.#name)) return "";
      return `stampede-sim: scenario: found "${this.#name.slice(0, 80)}", allowed is a name such as facebook-2010`;
    }

    get #name() { return this.getAttribute("scenario") || ""; }

    #address(play) {
      const address = new URL(`embed/${this.#name}/`, root);
      for (const name of mirrored) {
        if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      }
      address.searchParams.set("autoload", "1");
      if (play) address.searchParams.set("autoplay", "1");
      const run = this.#left?.hash || this.getAttribute("run") || "";
      if (/^#?r\d/.test(run)) address.hash = run;
      return address.href;
    }

    async start() {
      await this.#open(!this.hasAttribute("paused"));
      if (this.#wrong()) throw new Error(this.#wrong());
    }

    #open(play) {
      if (this.#wrong()) return Promise.resolve();
      if (!live.includes(this)) this.#coming = this.#come(play);
      return this.#coming;
    }

    async #come(play) {
      this.#wanted = true;
      live.push(this);
      if (this.#leaving) await this.#leaving; // only then: those that come next count on the room taken
      while (live.includes(this) && live.length > alive) {
        const other = live.find((sim) => sim !== this && !seen(sim)) || live.find((sim) => sim !== this);
        await other.release();
      }
      // Who has been asked to leave still has its frame for a while.
      for (let going; live.includes(this) && framed.size >= alive;) {
        going = [...framed].map((sim) => sim.#leaving).filter(Boolean);
        if (!going.length) break;
        await Promise.race(going);
      }
      if (this.#frame || !live.includes(this)) return;
      const frame = make("iframe", { title: this.title || this.#name, allow: "fullscreen; clipboard-write" });
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox"));
      frame.src = this.#address(play);
      const held = this.matches(":focus-within"); // then it goes on in the frame; else it stays where it is
      this.#frame = frame;
      framed.add(this);
      this.shadowRoot.append(frame);
      if (held) frame.focus({ preventScroll: true });
      this.#cover(true);
    }

    // release takes the simulation away and keeps where it was.
    async release() {
      this.#forget();
      if (!this.#frame) return;
      this.#leaving ||= this.#leave().finally(() => { this.#leaving = null; });
      await this.#leaving;
    }

    async #leave() {
      const frame = this.#frame;
      const rest = new Promise((resolve) => setTimeout(resolve, patience));
      const [link, playing] = await Promise.race([Promise.all([this.call("link"), this.call("playing")]).catch(() => []), rest.then(() => [])]);
      if (typeof link === "string" && link.includes("#")) {
        this.#left = { hash: link.slice(link.indexOf("#")), playing: playing === true };
      }
      if (this.#frame === frame) this.#clear();
    }

    #forget() {
      const at = live.indexOf(this);
      if (at >= 0) live.splice(at, 1);
    }

    #drop() {
      this.#forget();
      this.#clear();
    }

    #clear() {
      this.#frame?.remove();
      this.#frame = null;
      framed.delete(this);
      this.#cover(false);
      for (const { reject } of this.#waiting.values()) reject(new Error("released"));
      this.#waiting.clear();
    }

    #cover(alive) {
      for (const part of this.shadowRoot.querySelectorAll(".poster, button")) part.hidden = part.inert = alive;
      this.#dress();
    }

    return() {
      if (!this.visible || this.#frame || live.includes(this)) return;
      const free = live.length < alive || live.some((sim) => !seen(sim));
      if (free && (this.#wanted || this.hasAttribute("autoload"))) {
        this.#open(this.#left ? this.#left.playing : this.hasAttribute("autoplay"));
      }
    }

    call(verb, ...args) {
      const to = this.#frame?.contentWindow;
      if (!to) return Promise.reject(new Error("not started"));
      const id = ++calls;
      return new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        to.postMessage({ source: "stampede", v: 1, id, type: "call", verb, args }, "*");
      });
    }

    handleEvent(event) {
      const data = event.data;
      if (!this.#frame || event.source !== this.#frame.contentWindow || data?.source !== "stampede" || data.v !== 1) return;
      if (event.origin !== root.origin && event.origin !== "null") return;
      const waiting = this.#waiting.get(data.id);
      if (waiting) {
        this.#waiting.delete(data.id);
        if (data.type === "answer") waiting.resolve(data.value);
        else waiting.reject(new Error(String(data.error)));
        return;
      }
      // It grows where all of the content can be seen then, and stays so.
      if (data.type === "resize" && data.height > this.clientHeight && data.height <= tallest) {
        this.style.minHeight = Math.ceil(data.height) + "px";
      }
      if (["ready", "state", "verdict", "resize", "error"].includes(data.type)) {
        this.dispatchEvent(new CustomEvent("stampede-" + data.type, { detail: data, bubbles: true }));
      }
    }
  }

  if (!customElements.get("stampede-sim")) customElements.define("stampede-sim", Sim);
})();
