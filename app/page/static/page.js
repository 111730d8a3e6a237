// What the page does that HTML and htmx do not: the stages of a question under way, suggestions, the place of an opened choice, copying a link.
"use strict";
(() => {
  // A question under way: its stages are streamed, and then its page is fetched once more.
  let stream, clock;
  const rest = () => {
    if (stream) stream.close();
    clearInterval(clock);
    stream = undefined;
  };
  const watch = () => {
    rest();
    const at = document.querySelector("[data-events]");
    if (!at) return;
    const began = Date.now() - Number(at.dataset.since);
    const elapsed = at.querySelector("[data-elapsed]");
    clock = setInterval(() => { elapsed.textContent = Math.floor((Date.now() - began) / 1000) + " s"; }, 1000);
    stream = new EventSource(at.dataset.events);
    stream.addEventListener("open", () => away(false));
    stream.addEventListener("error", () => away(true)); // it is tried again by itself
    stream.addEventListener("stage", (e) => { at.querySelector("[data-stage]").textContent = e.data; });
    stream.addEventListener("done", () => {
      rest();
      htmx.ajax("GET", at.dataset.then, { target: "body", swap: "innerHTML" });
    });
  };

  // A question that is stopped has one page to come: the one that the button leads to.
  document.addEventListener("submit", (e) => { if (e.target.closest("[data-events]")) rest(); });

  // Whether askomop answers at all. Without this a click would do nothing once it has ended.
  const away = (is) => { for (const p of document.querySelectorAll("[data-away]")) p.hidden = !is; };
  document.addEventListener("htmx:sendError", () => { away(true); watch(); });
  document.addEventListener("htmx:afterRequest", (e) => { if (e.detail.xhr.status) away(false); });

  // Suggestions below a box that has data-complete.
  let asking, wait;
  const list = (box) => document.getElementById(box.getAttribute("aria-controls"));
  const close = (box) => {
    const l = list(box);
    l.hidden = true;
    l.replaceChildren();
    box.removeAttribute("aria-activedescendant");
  };
  const take = (box, option) => {
    box.value = option.dataset.text;
    close(box);
    box.focus();
  };
  const suggest = (box) => {
    clearTimeout(wait);
    if (asking) asking.abort();
    wait = setTimeout(async () => {
      if (!box.isConnected) return; // the page was left
      asking = new AbortController();
      try {
        const from = new URL(box.dataset.complete, location.href);
        from.searchParams.set("words", box.value);
        const kind = box.form.elements.domain;
        if (kind) from.searchParams.set("domain", kind.value);
        const answer = await fetch(from, { signal: asking.signal, headers: { Accept: "text/html" } });
        if (!answer.ok) return;
        const found = await answer.text();
        if (!box.isConnected) return;
        const l = list(box);
        l.innerHTML = found; // made by the server's template, which escapes
        l.hidden = l.children.length === 0 || document.activeElement !== box;
        box.removeAttribute("aria-activedescendant");
        const said = l.parentElement.querySelector("[data-suggested]");
        if (said) said.textContent = l.hidden ? "" : l.children.length + " suggestions; use the arrow keys";
      } catch (e) {
        if (e.name !== "AbortError" && box.isConnected) close(box);
      }
    }, 180);
  };
  const move = (box, by) => {
    const options = [...list(box).children];
    if (list(box).hidden || options.length === 0) return false;
    const at = options.findIndex((o) => o.getAttribute("aria-selected") === "true");
    const next = at + by < -1 ? options.length - 1 : at + by >= options.length ? -1 : at + by;
    options.forEach((o, i) => o.setAttribute("aria-selected", String(i === next)));
    if (next < 0) box.removeAttribute("aria-activedescendant");
    else {
      box.setAttribute("aria-activedescendant", options[next].id);
      options[next].scrollIntoView({ block: "nearest" });
    }
    return true;
  };
  document.addEventListener("input", (e) => { if (e.target.matches("[data-complete]")) suggest(e.target); });
  document.addEventListener("keydown", (e) => {
    const box = e.target;
    if (!box.matches || !box.matches("[data-complete]")) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      if (move(box, e.key === "ArrowDown" ? 1 : -1)) e.preventDefault();
    } else if (e.key === "Escape") close(box);
    else if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
      e.preventDefault();
      const chosen = list(box).querySelector('[aria-selected="true"]');
      if (chosen) take(box, chosen);
      else box.form.requestSubmit();
    }
  });
  // A question is one line, however it is typed.
  document.addEventListener("beforeinput", (e) => { if (e.inputType === "insertLineBreak" && e.target.matches("textarea[data-complete]")) e.preventDefault(); });
  document.addEventListener("pointerdown", (e) => {
    const option = e.target.closest(".suggestions [role=option]");
    if (!option) return;
    e.preventDefault();
    take(document.querySelector(`[aria-controls="${option.parentElement.id}"]`), option);
  });
  document.addEventListener("focusout", (e) => { if (e.target.matches("[data-complete]")) close(e.target); });

  // An opened choice stands below the words that it changes, within the window.
  document.addEventListener("toggle", (e) => {
    const popover = e.target;
    if (e.newState !== "open" || !popover.classList.contains("choices")) return;
    const words = document.querySelector(`[popovertarget="${popover.id}"]`);
    const at = words.getClientRects();
    const below = at[at.length - 1];
    const edge = 12;
    popover.style.margin = "0";
    popover.style.left = Math.max(edge, Math.min(at[0].left, innerWidth - popover.offsetWidth - edge)) + "px";
    const top = below.bottom + 8;
    popover.style.top = Math.max(edge, top + popover.offsetHeight > innerHeight - edge ? at[0].top - popover.offsetHeight - 8 : top) + "px";
    const first = popover.querySelector("input:not([type=hidden]), select, button:not(:disabled)");
    if (first) first.focus();
  }, true);
  addEventListener("scroll", () => { for (const o of document.querySelectorAll(".choices:popover-open")) o.hidePopover(); }, { passive: true });

  document.addEventListener("click", async (e) => {
    const link = e.target.closest("[data-copy]");
    if (!link || !navigator.clipboard) return;
    e.preventDefault();
    await navigator.clipboard.writeText(link.href);
    link.textContent = "Link copied";
  });

  // Another page in the place of this one: whoever does not see it hears its title, and the keyboard begins at its content.
  document.addEventListener("htmx:afterSettle", (e) => {
    if (e.target !== document.body) return;
    watch();
    document.getElementById("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  });
  document.addEventListener("DOMContentLoaded", watch);
  addEventListener("pagehide", () => { if (stream) stream.close(); });
})();
