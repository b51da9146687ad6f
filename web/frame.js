// In an embed: starts the program when it is asked to, and speaks with the page
// around by messages {source: "stampede", v: 1, id, type, ...}.
//
// A verb of window.stampede is called by {type: "call", verb, args}, and answered
// to its sender by {type: "answer", id, value} or {type: "error", id, error}. The
// embed says {type: "ready"}, "state" (at most four times a second), "verdict",
// "resize" and "error" by itself. With origin=https://example.org in the address
// it hears and tells that origin only; origin=* is everybody, as without it, and
// what is no origin is nobody.
"use strict";

(() => {
  const query = new URLSearchParams(location.search);
  const originOf = (text) => {
    try {
      const { origin } = new URL(text);
      if (origin !== "null") return origin;
    } catch {}
    console.warn(`origin: found "${text.slice(0, 80)}", allowed is one like https://example.org: nobody is told or heard`);
    return "";
  };
  // The only page to be told and heard; "*" for all, "" for none.
  const asked = query.get("origin") ?? "*";
  const host = asked === "*" ? asked : originOf(asked);
  const stateEvery = 250; // milliseconds
  const argsMost = 8;

  // ---- Starting ----

  // A run that differs from the poster in the page, or a start that was ordered.
  const moved = ["t", "seed", "size", "until"]; // with one of them a run is another than the site's poster
  const another = /^#r\d/.test(location.hash) || moved.some((name) => query.has(name));
  const on = (key) => query.has(key) && query.get(key) !== "0";
  const ordered = on("autoplay") || on("autoload");
  let begun = false;
  const begin = () => {
    if (begun || !window.stampedeBoot) return;
    begun = true;
    window.stampedeBoot();
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-start]")) return;
    window.stampedeAsked = true; // also when the program is on its way already
    event.target.closest("[data-start]").setAttribute("aria-busy", "true");
    begin();
  });
  const root = document.documentElement;
  window.stampedeDrawn = () => delete root.dataset.another;
  if (another) root.dataset.another = ""; // the poster in the page is of another moment
  addEventListener("DOMContentLoaded", () => {
    if (!another && !ordered) return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      begin();
    });
    seen.observe(document.body);
  });

  // ---- Speaking ----

  const message = (more) => ({ source: "stampede", v: 1, ...more });
  const post = (what) => {
    if (window.parent !== window && host) window.parent.postMessage(what, host);
  };
  const tell = (more) => post(message(more));
  const answer = (event, more) => {
    const to = event.origin === "null" ? "*" : event.origin; // a sandboxed page has no name
    event.source.postMessage(message({ id: event.data.id, ...more }), to);
  };
  const wrong = (text) => { throw new Error(text); };
  const call = async ({ verb, args = [] }) => {
    if (typeof verb !== "string") wrong("verb: allowed a string");
    if (verb === "start") {
      window.stampedeAsked = true;
      document.querySelector("[data-start]")?.click();
      begin();
    }
    const stampede = await window.stampede.ready;
    if (verb === "start") return true;
    if (verb === "on" || !Object.hasOwn(stampede, verb) || typeof stampede[verb] !== "function") {
      wrong("unknown verb " + verb.slice(0, 40));
    }
    if (!Array.isArray(args) || args.length > argsMost) wrong("args: allowed a list of at most " + argsMost);
    const value = stampede[verb](...args);
    return value instanceof Error ? wrong(value.message) : value;
  };
  addEventListener("message", async (event) => {
    const data = event.data;
    if (!data || data.source !== "stampede" || data.v !== 1 || data.type !== "call" || !event.source) return;
    if (host !== "*" && event.origin !== host) return;
    const verb = typeof data.verb === "string" ? data.verb.slice(0, 40) : "";
    try {
      answer(event, { type: "answer", verb, value: await call(data) });
    } catch (error) {
      answer(event, { type: "error", verb, error: error.message });
    }
  });

  const state = () => {
    const { stampede } = window;
    return { t: stampede.now(), state: stampede.state(), playing: stampede.playing(), verdict: stampede.verdict().state };
  };
  let told = "";
  const tellState = () => {
    if (typeof window.stampede.now !== "function" || document.hidden) return;
    const now = state();
    const text = JSON.stringify(now);
    if (text !== told) tell({ type: "state", ...now });
    told = text;
  };
  addEventListener("stampede-ready", () => {
    const { stampede } = window;
    tell({ type: "ready", scenario: stampede.scenario().name, version: stampede.version, ...state() });
    stampede.on("verdict", () => tell({ type: "verdict", ...stampede.verdict() }));
    stampede.on("error", () => tell({ type: "error", error: "the engine has failed" }));
    setInterval(tellState, stateEvery);
  });
  addEventListener("error", (event) => tell({ type: "error", error: String(event.message).slice(0, 200) }));

  // The height that the content wants, also in the words of AMP (embed-size) and of
  // pym.js (with childId=... in the address).
  let height = 0;
  const sized = () => {
    const main = document.querySelector(".embed.live");
    const wanted = main ? Math.ceil(main.getBoundingClientRect().bottom + scrollY) : 0;
    if (!wanted || wanted === height || window.parent === window) return;
    height = wanted;
    tell({ type: "resize", height });
    post({ sentinel: "amp", type: "embed-size", height });
    const pym = query.get("childId");
    if (pym) post(["pym", pym, "height", height].join("xPYMx"));
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(sized).observe(document.body));
})();
