// Gives a Go program in the browser the files that it would have under Node: those
// below the test's folder, fetched when they are opened, and new ones in memory.
"use strict";

(() => {
  const { fs } = globalThis;
  fs.constants = {
    O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_DIRECTORY: 0o200000,
  };
  const refusal = (code) => Object.assign(new Error(code), { code });
  const written = new Map(); // path to file, for files that the program made
  const open = new Map(); // descriptor to file
  let next = 100; // above the standard streams

  // A file is { bytes, size, names }; names are those of a folder's entries.
  const made = () => ({ bytes: new Uint8Array(0), size: 0 });

  const find = async (path) => {
    if (written.has(path)) return written.get(path);
    const response = await fetch("files?path=" + encodeURIComponent(path));
    if (!response.ok) throw refusal("ENOENT");
    if (response.headers.get("X-Folder")) return { ...made(), names: await response.json() };
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, size: bytes.length };
  };

  const opened = async (path, flags) => {
    const { O_CREAT, O_EXCL, O_TRUNC } = fs.constants;
    let file = await find(path).catch(() => null);
    if (file && flags & O_CREAT && flags & O_EXCL) throw refusal("EEXIST");
    if (!file && !(flags & O_CREAT)) throw refusal("ENOENT");
    if (!file || flags & O_TRUNC) {
      file = made();
      written.set(path, file);
    }
    open.set(++next, { file, at: 0 });
    return next;
  };

  const stat = (file) => ({
    isDirectory: () => Boolean(file.names), size: file.size, mode: file.names ? 0o40555 : 0o100644,
    dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096, blocks: Math.ceil(file.size / 512),
    atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
  });

  const answer = (promise, callback) => promise.then((value) => callback(null, value), callback);

  // through wraps an operation on a descriptor: ours, or one of the standard ones.
  const through = (name, ours) => {
    const standard = fs[name];
    fs[name] = (fd, ...rest) => {
      if (open.has(fd)) ours(open.get(fd), ...rest);
      else standard.call(fs, fd, ...rest);
    };
  };

  const write = (handle, buffer, offset, length, position, callback) => {
    const { file } = handle;
    const from = position ?? handle.at;
    if (from + length > file.bytes.length) {
      const larger = new Uint8Array(2 * (from + length));
      larger.set(file.bytes);
      file.bytes = larger;
    }
    file.bytes.set(buffer.subarray(offset, offset + length), from);
    file.size = Math.max(file.size, from + length);
    if (position === null) handle.at += length;
    callback(null, length);
  };

  const read = (handle, buffer, offset, length, position, callback) => {
    const from = position ?? handle.at;
    const part = handle.file.bytes.subarray(from, Math.max(from, Math.min(from + length, handle.file.size)));
    buffer.set(part, offset);
    if (position === null) handle.at += part.length;
    callback(null, part.length);
  };

  fs.open = (path, flags, mode, callback) => answer(opened(path, flags), callback);
  fs.stat = fs.lstat = (path, callback) => answer(find(path).then(stat), callback);
  fs.readdir = (path, callback) => answer(find(path).then((file) => file.names), callback);
  fs.unlink = (path, callback) => callback(written.delete(path) ? null : refusal("ENOENT"));
  fs.mkdir = (path, mode, callback) => {
    written.set(path, { ...made(), names: [] });
    callback(null);
  };
  fs.rmdir = fs.unlink;
  through("fstat", (handle, callback) => callback(null, stat(handle.file)));
  through("read", read);
  through("write", write);
  through("fsync", (handle, callback) => callback(null));
  const standardClose = fs.close;
  fs.close = (fd, callback) => (open.delete(fd) ? callback(null) : standardClose.call(fs, fd, callback));
})();
