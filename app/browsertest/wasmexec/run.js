// Runs the program and says in the title how it ended.
"use strict";

(async () => {
  try {
    const go = new Go();
    Object.assign(go, await (await fetch("start.json")).json());
    let code = 1;
    go.exit = (status) => { code = status; };
    const { instance } = await WebAssembly.instantiateStreaming(fetch("program.wasm"), go.importObject);
    await go.run(instance);
    console.log("\n"); // pushes out a last line without an end
    document.title = "exit " + code;
  } catch (error) {
    console.error(String(error));
    document.title = "exit 2";
  }
})();
