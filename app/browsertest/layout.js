// Lists what is wrong with how a page is laid out, as texts: what can be pressed
// and is too small or lies over another, cards and captions that cover each other,
// and boxes that cut off what they hold. It is evaluated in the page, as an
// expression.
(() => {
  const list = [];
  const name = (at) => at.tagName.toLowerCase() + (at.id ? "#" + at.id : "") +
    (at.classList.length ? "." + [...at.classList].join(".") : "") +
    " " + JSON.stringify((at.getAttribute("aria-label") || at.innerText || at.value || "").slice(0, 24));
  // What is clipped away on purpose is for those who do not see the page.
  const clipped = (at) => {
    for (; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return true;
    return false;
  };
  const seen = (at) => at.checkVisibility({ visibilityProperty: true }) && !clipped(at) && at.getBoundingClientRect().width > 1;
  // A control and its label are pressed as one.
  const target = (at) => at.closest("label") || at;
  const inline = (at) => at.tagName === "A" && getComputedStyle(at).display === "inline";
  const covers = (a, b) => {
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return x > 1 && y > 1;
  };
  const apart = (all, box) => {
    for (let i = 0; i < all.length; i++) for (let k = i + 1; k < all.length; k++) {
      const a = all[i], b = all[k];
      if (a.contains(b) || b.contains(a) || !covers(box(a), box(b))) continue;
      list.push(name(a) + " lies over " + name(b));
    }
  };
  const box = (at) => at.getBoundingClientRect();

  const controls = [...document.querySelectorAll("a[href], button, select, input, summary")]
    .filter((at) => seen(at) && !at.closest(".skip, dialog:not([open])"));
  apart(controls, box);
  const fingers = innerWidth < 640 || matchMedia("(pointer: coarse)").matches;
  for (const at of controls) {
    if (inline(at)) continue;
    const { width, height } = box(target(at));
    const least = fingers && at.matches(".strategy > label *, .strategy summary, .onduty button, .onduty select") ? 44 : 24;
    if (Math.min(width, height) < 23.9 || height < least - 0.1) {
      list.push(name(at) + " is " + Math.round(width) + " by " + Math.round(height) + ", needs " + least);
    }
  }

  const stage = [...document.querySelectorAll(".board .card, .board .caption, .board .heat")].filter(seen);
  apart(stage.filter((at) => !at.classList.contains("heat")), box);
  apart([...document.querySelectorAll(".panel, .outage, .strip, .transport, .ribbon, .stage-frame, .headline")].filter(seen), box);

  // A box that hides what overflows must have room for it; what is cut with an
  // ellipsis says so itself.
  for (const at of document.querySelectorAll(".page *")) {
    const style = getComputedStyle(at);
    if (!/hidden|clip/.test(style.overflow) || style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") continue;
    if (!seen(at) || at.closest("svg, .hidden, .meter") || at.matches(".embed, .poster-picture, .strip")) continue;
    const inner = box(at);
    for (const child of at.querySelectorAll("*")) {
      if (child.closest("svg") || !seen(child) || ![...child.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
      const b = box(child);
      // A card leaves out whole what it has no room for, but never its name.
      const card = child.closest(".card");
      if (card && !child.matches(".name") && b.left >= box(card).right - 1) continue;
      if (b.right > inner.right + 1 || b.bottom > inner.bottom + 1 || b.left < inner.left - 1) {
        list.push(name(child) + " is cut off by " + name(at).split(" ")[0] + ` (${Math.round(b.right - inner.right)}, ${Math.round(b.bottom - inner.bottom)})`);
        break;
      }
    }
  }
  return [...new Set(list)].slice(0, 12);
})()
