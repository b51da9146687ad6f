// Paints marks on a 2-D canvas, where there is no WebGL 2. The Go side (package
// wasm/flat) fills a buffer with marks as they lie in its memory: twenty bytes
// each, x, y, size and alpha as 32-bit floats, then glyph and ink as bytes.
"use strict";

window.stampedeFlat = (context, sheet) => {
  const stride = 20;
  let floats = new Float32Array(0);
  let bytes = new Uint8Array(0);
  let ratio = 1;
  let palette = [];
  let tinted = []; // the sheet in each ink, made when first needed

  const plain = document.createElement("canvas");
  plain.width = sheet.width;
  plain.height = sheet.height;
  plain.getContext("2d").putImageData(new ImageData(sheet.pixels, sheet.width, sheet.height), 0, 0);

  // tint colours the white sheet: what is opaque takes the ink.
  const tint = (ink) => {
    const [r, g, b, a] = palette[ink] || [0, 0, 0, 255];
    const copy = document.createElement("canvas");
    copy.width = sheet.width;
    copy.height = sheet.height;
    const c = copy.getContext("2d");
    c.drawImage(plain, 0, 0);
    c.globalCompositeOperation = "source-in";
    c.fillStyle = `rgba(${r}, ${g}, ${b}, ${a / 255})`;
    c.fillRect(0, 0, copy.width, copy.height);
    return (tinted[ink] = copy);
  };

  const rowFor = (size) => sheet.rows.find((row) => row.size >= size) || sheet.rows[sheet.rows.length - 1];

  return {
    resize(width, height, devicePixels) {
      ratio = devicePixels;
      context.canvas.width = Math.round(width * ratio);
      context.canvas.height = Math.round(height * ratio);
    },

    inks(colours) {
      palette = colours;
      tinted = [];
    },

    buffer(array) {
      bytes = array;
      floats = new Float32Array(array.buffer);
    },

    draw(count) {
      context.globalAlpha = 1;
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      for (let i = 0; i < count; i++) {
        const f = (i * stride) / 4;
        const size = floats[f + 2] * ratio;
        const row = rowFor(size);
        const glyph = bytes[i * stride + 16];
        const ink = bytes[i * stride + 17];
        context.globalAlpha = Math.min(Math.max(floats[f + 3], 0), 1);
        context.drawImage(
          tinted[ink] || tint(ink),
          sheet.left + glyph * (row.size + sheet.between), row.y, row.size, row.size,
          floats[f] * ratio - size / 2, floats[f + 1] * ratio - size / 2, size, size,
        );
      }
    },
  };
};
