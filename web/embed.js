// <stampede-sim scenario="facebook-2010" t="145" title="...">poster</stampede-sim>
//
// Shows what is between its tags (else the site's poster) with a button, and on a
// click the simulation in its place. Attributes are the keys of an embed's address
// (see mirrored), and: run="r1...." a very run, label the button's words, ratio
// the shape of the box, sandbox that of the frame, autoload to start near the
// viewport. What the simulation tells becomes events stampede-ready, -state,
// -verdict, -resize and -error; call(verb, ...) answers with a promise.
"use strict";

(() => {
  const script = document.currentScript || document.querySelector('script[src*="embed.js"]');
  const root = new URL("../", script.src);
  const alive = 2; // simulations in one document at a time
  const near = "200px"; // around the viewport
  const patience = 800; // milliseconds for a simulation to say where it is
  const mirrored = ["seed", "t", "until", "size", "view", "controls", "theme", "speed", "strategies", "locale",
    "motion", "paused", "autoplay", "keys", "painter"];

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; position: relative; aspect-ratio: 16 / 10; overflow: hidden; }
    .poster, iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; overflow: hidden; }
    .poster img, ::slotted(img), ::slotted(svg) { display: block; width: 100% !important; height: 100% !important; object-fit: contain; }
    .poster { height: calc(100% - 3.5rem); } /* above the button */
    ::slotted(a) { display: none; }
    button { position: absolute; inset-block-end: 0.375rem; inset-inline-start: 50%; transform: translateX(-50%);
      min-height: 2.75rem; max-width: calc(100% - 1rem); padding: 0 1.25rem; border: 0; border-radius: 999px;
      background: #15181c; color: #fff; font: 600 1rem/1.2 system-ui, sans-serif; cursor: pointer; }
    :host(:dir(rtl)) button { transform: translateX(50%); }
    button:hover { background: #33383e; }
    button:focus-visible { outline: 3px solid #0a62a6; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }`);

  const live = []; // elements with a frame, the one used last at the end
  const all = new Set();
  const box = (sim) => sim.getBoundingClientRect();
  const seen = (sim) => box(sim).bottom > 0 && box(sim).top < innerHeight;
  const off = (sim) => Math.abs(box(sim).top + box(sim).bottom - innerHeight);
  // Room is taken from those that have gone, by those nearest the middle first.
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.visible = isIntersecting;
    for (const sim of [...all].sort((a, b) => off(a) - off(b))) sim.return();
  }, { rootMargin: near });

  let calls = 0;

  class Sim extends HTMLElement {
    #frame = null;
    visible = false;
    #wanted = false; // it was alive, and comes back when it is seen again
    #left = null; // {hash, playing} of when it was released
    #waiting = new Map();

    connectedCallback() {
      if (!this.shadowRoot) this.#build();
      if (this.hasAttribute("ratio")) this.style.aspectRatio = this.getAttribute("ratio");
      addEventListener("message", this);
      all.add(this);
      watch.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this);
      watch.unobserve(this);
      all.delete(this);
      this.#drop();
    }

    #build() {
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [sheet];
      const poster = document.createElement("div");
      poster.className = "poster";
      const slot = document.createElement("slot");
      const picture = document.createElement("img");
      picture.alt = "";
      picture.loading = "lazy";
      if (!this.childElementCount) picture.src = new URL(`embed/${this.#name}/poster.svg`, root);
      slot.append(picture);
      poster.append(slot);
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "▶ " + (this.getAttribute("label") || this.title || this.#name);
      button.addEventListener("click", () => this.start());
      shadow.append(poster, button);
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
      if (this.#frame) return;
      await this.#open(!this.hasAttribute("paused"));
      this.#frame?.focus({ preventScroll: true });
    }

    async #open(play) {
      this.#wanted = true;
      live.push(this);
      while (live.length > alive) {
        const other = live.find((sim) => sim !== this && !seen(sim)) || live.find((sim) => sim !== this);
        await other.release();
      }
      if (this.#frame || !live.includes(this)) return;
      const frame = document.createElement("iframe");
      frame.title = this.title || this.#name;
      frame.allow = "fullscreen; clipboard-write";
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", this.getAttribute("sandbox"));
      frame.src = this.#address(play);
      this.#frame = frame;
      this.shadowRoot.append(frame);
      this.#cover(true);
    }

    // release takes the simulation away and keeps where it was.
    async release() {
      const at = live.indexOf(this);
      if (at >= 0) live.splice(at, 1);
      if (!this.#frame) return;
      const rest = new Promise((resolve) => setTimeout(resolve, patience));
      const [link, playing] = await Promise.race([Promise.all([this.call("link"), this.call("playing")]).catch(() => []), rest.then(() => [])]);
      if (typeof link === "string" && link.includes("#")) {
        this.#left = { hash: link.slice(link.indexOf("#")), playing: playing === true };
      }
      this.#drop();
    }

    #drop() {
      const at = live.indexOf(this);
      if (at >= 0) live.splice(at, 1);
      this.#frame?.remove();
      this.#frame = null;
      this.#cover(false);
      for (const { reject } of this.#waiting.values()) reject(new Error("released"));
      this.#waiting.clear();
    }

    #cover(alive) {
      for (const part of this.shadowRoot.querySelectorAll(".poster, button")) part.hidden = part.inert = alive;
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
      if (["ready", "state", "verdict", "resize", "error"].includes(data.type)) {
        this.dispatchEvent(new CustomEvent("stampede-" + data.type, { detail: data, bubbles: true }));
      }
    }
  }

  if (!customElements.get("stampede-sim")) customElements.define("stampede-sim", Sim);
})();
