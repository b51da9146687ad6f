// Starts the program: downloads it, shows how far the download is, and says in
// words what is wrong when it cannot start. All words come from the page. It runs
// in the document's head; what concerns its body waits until that is parsed.
//
// The page has a root, the folder above the one that this script lies in. Every
// address is taken from there, so the same files work at any path.
"use strict";

(() => {
  const script = document.currentScript;
  const root = new URL("../", script.src);
  let panel; // there once the document is parsed

  // What go-app's own loader would provide.
  const environment = {
    GOAPP_ROOT_PREFIX: decodeURIComponent(root.pathname).replace(/\/$/, ""),
    GOAPP_STATIC_RESOURCES_URL: new URL("web", root).href,
    GOAPP_INTERNAL_URLS: "[]",
    GOAPP_VERSION: script.dataset.digest,
  };
  window.goappGetenv = (name) => environment[name] || "";

  // Reading storage throws in a sandboxed frame and where it is blocked, and the
  // Go program would end. Then it lasts as long as the page.
  const memoryStorage = () => {
    const items = new Map();
    return {
      getItem: (key) => (items.has(key) ? items.get(key) : null),
      setItem: (key, value) => void items.set(key, String(value)),
      removeItem: (key) => void items.delete(key),
      clear: () => items.clear(),
      key: (index) => [...items.keys()][index] ?? null,
      get length() { return items.size; },
    };
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      window[name].getItem("");
    } catch {
      Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });
      window.stampedeForgets = true; // what is kept is gone with the page
    }
  }

  // What a page has left to itself loaded again is for no other: also where the
  // program never comes to ask for it.
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") sessionStorage.removeItem("stampede.left");

  // The theme that was asked for, before anything is painted.
  const themes = script.dataset.themes.split(" ");
  const theme = [new URLSearchParams(location.search).get("theme"), localStorage.getItem("theme")]
    .find((name) => themes.includes(name) || name === "system");
  if (themes.includes(theme)) document.documentElement.dataset.theme = theme;

  // window.stampede is there from the start, so that its promise can be waited
  // for. The program fills in the verbs of a run while one is shown.
  const stampede = (window.stampede = {});
  let offered;
  let arrived;
  const expect = () => { stampede.ready = new Promise((resolve) => { arrived = resolve; }); };
  expect();
  window.stampedeOffer = (verbs) => {
    Object.assign(stampede, verbs);
    offered = verbs;
    arrived(stampede);
    dispatchEvent(new CustomEvent("stampede-ready"));
    return verbs;
  };
  window.stampedeWithdraw = (verbs) => {
    if (verbs !== offered) return; // the next run is there already
    for (const name of Object.keys(verbs)) delete stampede[name];
    expect();
  };

  // Failure is an error with the name of the words to show.
  class Failure extends Error {
    constructor(reason, cause) {
      super(`${reason}: ${cause}`);
      this.reason = reason;
    }
  }

  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: 1, maximumFractionDigits: 1,
  });

  // The program's last words, as it writes them to the console when it ends: they
  // tell whether memory was the reason, and belong into a report.
  const lastMost = 4000;
  let last = "";
  let running = false;
  let ended = false;

  // Words are announced when they change kind, not at every step of the bar. The
  // button is there where pressing it can help.
  const show = (reason) => {
    panel.hidden = false;
    panel.dataset.state = reason;
    panel.querySelector("[data-words]").textContent = panel.getAttribute("data-" + reason) || "";
    panel.querySelector("progress").hidden = reason !== "loading";
    panel.querySelector("[data-amount]").hidden = reason !== "loading";
    panel.querySelector("button").hidden = reason === "loading" || reason === "old";
    const details = panel.querySelector("details");
    details.hidden = !(ended && last);
    details.querySelector("pre").textContent = last;
    still(reason !== "loading");
  };

  // Without a program the controls of a page do nothing: then they are off, and
  // what they stand beside stays readable.
  let off = [];
  const still = (yes) => {
    for (const control of off) control.disabled = false;
    off = yes ? [...document.querySelectorAll("main button, main input, main select, header button, header select")]
      .filter((control) => !control.disabled) : [];
    for (const control of off) control.disabled = true;
    panel.toggleAttribute("data-failed", yes);
  };

  const overhear = () => {
    const write = window.fs.writeSync;
    const decoder = new TextDecoder();
    window.fs.writeSync = function (file, bytes) {
      last = (last + decoder.decode(bytes, { stream: true })).slice(-lastMost);
      return write.apply(this, arguments);
    };
  };
  const stop = () => {
    ended = true;
    const fatal = last.search(/^(panic|fatal error|runtime): /m);
    if (fatal > 0) last = last.slice(fatal);
    show(/out of memory|cannot allocate memory/.test(last) ? "memory" : "stopped");
  };
  // A trap of the machine itself leaves the program where it is: nothing that it
  // was to do goes on.
  window.addEventListener("error", (event) => {
    const error = event.error;
    if (!running || ended || !error) return;
    if (!(error instanceof WebAssembly.RuntimeError) && !/wasm-function/.test(error.stack)) return;
    last += "\n" + error + "\n" + error.stack;
    stop();
  });

  const total = Number(script.dataset.size);
  const progress = (done) => {
    const bar = panel.querySelector("progress");
    bar.max = total;
    bar.value = Math.min(done, total);
    panel.querySelector("[data-amount]").textContent = panel.dataset.amount
      .replace("{done}", megabytes(done)).replace("{all}", megabytes(total));
  };

  // The smallest module there is: compiling it tells whether a policy forbids it,
  // before megabytes are downloaded.
  const check = () => {
    if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
      throw new Failure("old", "no WebAssembly or no DecompressionStream");
    }
    try {
      new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    } catch (error) {
      throw new Failure("policy", error);
    }
  };

  // A connection that gives nothing for so long, in milliseconds, counts as broken:
  // it would leave the reader before a bar that never moves.
  const patience = 20000;

  // watch calls a function once there has been no beat for that long.
  const watch = (stalled) => {
    let timer;
    const end = () => clearTimeout(timer);
    const beat = () => {
      end();
      timer = setTimeout(stalled, patience);
    };
    beat();
    return { beat, end };
  };

  // Who answers any address with a page of words answers the runtime with one too:
  // it loads, and there is no runtime. A script that is under way cannot be given
  // up: asked for again at the same address, it would be the same that stalled.
  let tries = 0;
  const loadRuntime = () => new Promise((resolve, reject) => {
    if (window.Go) {
      resolve();
      return;
    }
    const element = document.createElement("script");
    element.src = new URL("web/wasm_exec.js?v=" + script.dataset.digest + (tries++ ? "&try=" + tries : ""), root).href;
    const settle = () => {
      life.end();
      if (window.Go) {
        resolve();
        return;
      }
      element.remove();
      reject(new Failure("download", element.src));
    };
    const life = watch(settle);
    element.onload = settle;
    element.onerror = settle;
    document.head.append(element);
  });

  // unzipped gives the program's bytes. Some hosts mark .gz files as an encoding,
  // and the browser has unpacked them already: the first byte tells.
  const unzipped = async (body) => {
    const reader = body.getReader();
    const first = await reader.read();
    const rest = new ReadableStream({
      start: (controller) => first.done || controller.enqueue(first.value),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    const packed = !first.done && first.value[0] === 0x1f;
    return packed ? rest.pipeThrough(new DecompressionStream("gzip")) : rest;
  };

  const counted = (stream) => {
    let done = 0;
    return stream.pipeThrough(new TransformStream({
      transform(chunk, controller) {
        done += chunk.byteLength;
        progress(done);
        controller.enqueue(chunk);
      },
    }));
  };

  const download = async () => {
    const address = new URL(script.dataset.wasm, script.src);
    const broken = new AbortController();
    const life = watch(() => broken.abort(new Error("no byte for " + patience + " ms")));
    try {
      const response = await fetch(address, { signal: broken.signal });
      if (!response.ok) throw new Error(response.status);
      const alive = new TransformStream({
        transform(chunk, controller) {
          life.beat();
          controller.enqueue(chunk);
        },
        flush: life.end,
      });
      return counted(await unzipped(response.body.pipeThrough(alive)));
    } catch (error) {
      life.end();
      throw new Failure("download", error);
    }
  };

  // A compile error means that the bytes are not all there; so does a broken
  // stream. Everything else is memory.
  const instantiate = async (stream, imports) => {
    const response = new Response(stream, { headers: { "Content-Type": "application/wasm" } });
    try {
      return (await WebAssembly.instantiateStreaming(response, imports)).instance;
    } catch (error) {
      throw new Failure(error instanceof RangeError ? "memory" : "download", error);
    }
  };

  const start = async () => {
    show("loading");
    progress(0);
    try {
      check();
      await loadRuntime();
      const go = new window.Go();
      const instance = await instantiate(await download(), go.importObject);
      overhear();
      running = true;
      go.run(instance).then(stop, stop);
    } catch (error) {
      console.warn("start:", error.message);
      show(error.reason || "stopped");
    }
  };

  // From page to page the program goes on. The address changes first, as it would
  // with pages that load: what a page shows is written there. Within a page, and
  // for all that is no page, a link is the browser's.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    event.stopPropagation(); // go-app listens at the window, and would take every click
    const to = new URL(link.href);
    const elsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ||
      link.target || link.hasAttribute("download") || to.origin !== root.origin || !to.pathname.startsWith(root.pathname) ||
      to.pathname.startsWith(root.pathname + "web/");
    if (elsewhere || event.defaultPrevented || !running || ended || to.pathname === location.pathname) return;
    event.preventDefault();
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  });

  window.stampedeStarted = () => { panel.hidden = true; panel.dataset.state = "started"; };
  document.addEventListener("DOMContentLoaded", () => {
    panel = document.getElementById("boot");
    // Icons are looked up again when the address changes, and then from there.
    for (const link of document.querySelectorAll('link[rel~="icon"], link[rel="apple-touch-icon"]')) {
      link.setAttribute("href", link.href);
    }
    panel.querySelector("button").addEventListener("click", () => {
      // A program that ran and ended has left its page behind: start over.
      if (ended || panel.dataset.state === "policy") location.reload();
      else start();
    });
    // An embed waits until it is asked; its own script says when.
    if (script.dataset.wait === undefined) start();
    else window.stampedeBoot = start;
  });
})();
