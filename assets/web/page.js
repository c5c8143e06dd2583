"use strict";
// Draws what the server says; knows nothing of the game. Every text becomes a text node, never markup.
const words = JSON.parse(document.getElementById("words").textContent);
const main = document.getElementById("main");
const status = document.getElementById("status");
const toast = document.getElementById("toast");

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "onclick" || name === "onsubmit" || name === "onchange") node[name] = value;
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

let toastTimer;
function note(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}
toast.onclick = () => { toast.hidden = true; };

async function send(path, body) {
  try {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (response.ok) return await response.json();
    // A refusal says why.
    const refused = await response.json().catch(() => null);
    note(refused && refused.toast || words.failed);
    return null;
  } catch (error) {
    note(words.failed);
    return null;
  }
}

function when(ms) {
  const minutes = Math.round((ms - Date.now()) / 60000);
  const unit = Math.abs(minutes) < 90 ? [minutes, "minute"]
    : Math.abs(minutes) < 48 * 60 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
  // Days are counted: rounded, "后天" would name the wrong one.
  const numeric = unit[1] === "day" ? "always" : "auto";
  const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric }).format(unit[0], unit[1]);
  return el("time", { datetime: new Date(ms).toISOString(), title: new Date(ms).toLocaleString() }, relative);
}

function text(spans) {
  const nodes = [];
  let line = el("p");
  const flush = () => { if (line.childNodes.length) nodes.push(line); line = el("p"); };
  for (const span of spans) {
    if (span.plain != null) line.append(span.plain);
    else if (span.bold != null) line.append(el("strong", null, span.bold));
    else if (span.person != null) line.append(el("bdi", null, span.person));
    else if (span.when != null) line.append(when(span.when));
    else if (span.at != null) line.append(new Date(span.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }), " (", when(span.at), ")");
    else if (span.mono != null) { flush(); nodes.push(el("pre", null, span.mono)); }
  }
  flush();
  return nodes;
}

function draw(post, press) {
  const node = el("article", { class: "post" });
  if (post.picture) node.append(el("img", { src: "data:" + post.picture.kind + ";base64," + post.picture.data, alt: post.picture.alt }));
  node.append(...text(post.text));
  if (post.document) {
    const bytes = Uint8Array.from(atob(post.document.data), (letter) => letter.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: post.document.kind }));
    node.append(el("p", null, el("a", { href: address, download: post.document.name }, post.document.name)));
  }
  for (const row of post.rows) {
    if (row.buttons) {
      node.append(el("div", { class: "row" }, ...row.buttons.map((button) => button.link
        ? el("a", { href: button.link, rel: "noreferrer" }, button.label)
        : el("button", { class: button.style, type: "button", "data-token": button.token, onclick: () => press(button.token, node) }, button.label))));
    } else {
      const choice = el("select", { "aria-label": row.prompt, onchange: () => { if (choice.value) press(choice.value, node); } },
        el("option", { value: "" }, row.prompt), ...row.options.map((option) => el("option", { value: option.token }, option.label)));
      node.append(el("div", { class: "row" }, choice));
    }
  }
  return node;
}

function seat() {
  const path = location.pathname;
  const open = el("section", { "aria-label": words.public, id: "public" }, el("h2", null, words.public));
  const own = el("section", { "aria-label": words.private, id: "private" }, el("h2", null, words.private));
  const bar = el("div", { class: "row", id: "bar" });
  // On a phone the cards come first: what can be asked beside them is one press away.
  const wide = matchMedia("(min-width: 1000px)").matches;
  const menu = el("details", { id: "menu", open: wide }, el("summary", null, words.menu), bar);
  main.append(menu, el("div", { class: "rooms" }, own, open));
  const shown = new Map();
  const versions = new Map();

  // Only what was pressed waits for its answer: the feed may bring a new message before the answer is here, and its buttons
  // must work at once. A second press is harmless, the server knows which question a button belongs to.
  async function ask(asked, from) {
    const waiting = from ? [...from.querySelectorAll("button, select")] : [];
    waiting.forEach((control) => { control.disabled = true; });
    const answer = await send(path + "/ask", asked);
    waiting.forEach((control) => { control.disabled = false; });
    if (!answer) return;
    if (answer.toast) note(answer.toast);
    const post = answer.post;
    // The feed will bring this state too: it is shown already, and a page opened on it in the meantime stays.
    if (answer.slot) versions.set(answer.slot.id, Math.max(versions.get(answer.slot.id) ?? -1, answer.slot.version));
    if (post && answer.replace && from) {
      // The feed may have drawn the message anew since it was pressed.
      const old = shown.get(from.id) ?? from;
      const fresh = from.classList.contains("note") ? aside(post) : draw(post, press);
      fresh.id = from.id;
      if (from.id) shown.set(from.id, fresh);
      if (old.isConnected) old.replaceWith(fresh);
    } else if (post) extra(post, own);
    if (answer.public) extra(answer.public, open);
    if (asked.language) location.reload();
  }
  const press = (token, from) => ask({ press: token }, from);

  // What can be closed, and stays that when a page of it is turned.
  function aside(post) {
    const node = draw(post, press);
    node.classList.add("note");
    const close = el("button", { type: "button", onclick: () => node.remove() }, words.close);
    node.append(el("div", { class: "row" }, close));
    return node;
  }

  // An answer that belongs to no lasting message: one at a time, at the top of its half.
  function extra(post, half) {
    half.querySelectorAll(".note").forEach((old) => old.remove());
    const node = aside(post);
    half.querySelector("h2").after(node);
    node.scrollIntoView({ block: "nearest" });
  }

  function put(message) {
    if (message.version != null) {
      if ((versions.get(message.id) ?? -1) >= message.version) return;
      versions.set(message.id, message.version);
    }
    const old = shown.get(message.id);
    if (!message.post) {
      if (old) old.remove();
      shown.delete(message.id);
      return;
    }
    const node = draw(message.post, press);
    node.id = message.id;
    shown.set(message.id, node);
    if (old && old.isConnected) old.replaceWith(node);
    else (message.post.private ? own : open).querySelector("h2").after(node);
  }

  const feed = new EventSource(path + "/events");
  feed.onopen = () => { status.textContent = ""; };
  feed.onerror = () => { status.textContent = words.reconnecting; };
  function all(event) {
    shown.forEach((node) => node.remove());
    shown.clear();
    versions.clear();
    JSON.parse(event.data).forEach(put);
    // Who has nothing to play yet looks for what there is.
    if (!document.body.dataset.live && !own.querySelector(".post")) menu.open = true;
    document.body.dataset.live = "yes";
  }
  feed.addEventListener("all", all);
  // Somebody's data was deleted: nothing that still names them stays.
  feed.addEventListener("anew", (event) => {
    document.querySelectorAll(".note").forEach((node) => node.remove());
    toast.hidden = true;
    all(event);
  });
  feed.addEventListener("one", (event) => put(JSON.parse(event.data)));

  const button = (label, asked) => el("button", { type: "button", "data-ask": Object.keys(asked)[0], onclick: () => ask(asked) }, label);
  bar.append(
    button(words.again, { challenge: { computer: false } }),
    button(words.computer, { challenge: { computer: true } }),
    button(words.hand, { hand: null }), button(words.table, { table: null }), button(words.leaders, { leaders: { by: null } }), button(words.stats, { stats: null }), button(words.seasons, { seasons: null }),
    button(words.events, { events: null }), button(words.newEvent, { new_event: null }), button(words.quick, { quick: null }),
    button(words.rules, { rules: { preset: null } }), button(words.help, { help: null }), button(words.draw, { draw: null }), button(words.nudge, { nudge: null }), button(words.abort, { abort: null }),
    button(words.rematch, { rematch: null }), button(words.resign, { resign: null }), button(words.settings, { settings: null }), button(words.privacy, { privacy: { what: null } }), button(words.teams, { team: "list" }), button(words.yourTeams, { team: "" }));
  const language = el("select", { "aria-label": words.language, onchange: () => ask({ language: language.value }) },
    ...[["en", "English"], ["zh-Hans", "简体中文"], ["zh-Hant", "繁體中文"]].map(([tag, name]) =>
      el("option", { value: tag, selected: tag === document.documentElement.lang }, name)));
  bar.append(language);
  const cut = el("input", { name: "cut", maxlength: 64, required: true, autocomplete: "off", "aria-label": words.cut, placeholder: words.cut });
  const mix = (event) => { event.preventDefault(); ask({ cut: cut.value }); cut.value = ""; };
  const code = el("input", { name: "code", maxlength: 16, autocomplete: "off", spellcheck: "false", "aria-label": words.code, placeholder: words.code });
  const entered = () => { const typed = code.value.trim(); code.value = ""; return typed; };
  const enter = (event) => { event.preventDefault(); ask({ join: entered() }); };
  bar.append(
    button(words.invite, { invite: {} }),
    el("form", { id: "code", class: "row", onsubmit: enter }, code, el("button", null, words.join),
      el("button", { type: "button", onclick: () => ask({ link: entered() || null }) }, words.link)));
  bar.append(el("form", { id: "cut", class: "row", onsubmit: mix }, cut, el("button", null, words.mix)));
  // What stands behind a command elsewhere, for everything that has no button here.
  for (const what of ["event", "team", "season"]) {
    const field = el("input", { name: what, maxlength: what === "team" ? 200 : 400, autocomplete: "off", "aria-label": words[what], placeholder: words[what] });
    const tell = (event) => { event.preventDefault(); ask({ [what]: field.value }); field.value = ""; };
    bar.append(el("form", { id: what, class: "row", onsubmit: tell }, field, el("button", null, words.tell)));
  }
}

function lobby() {
  const links = el("div", { class: "links", hidden: true });
  const field = (label, name, value) => el("label", null, label, el("input", { name, value, maxlength: 32, required: true, autocomplete: "off" }));
  const terms = () => [
    el("label", null, words.rules, el("select", { name: "rules" }, ...Object.entries(words).filter(([key]) => key.startsWith("preset:"))
      .map(([key, name]) => el("option", { value: key.slice(7), selected: key === "preset:jinlami" }, name)))),
    el("label", null, words.house, el("input", { name: "house", maxlength: 400, placeholder: "big_gin=31 tie=nobody", autocomplete: "off", spellcheck: "false" })),
    el("label", null, words.hands, el("input", { name: "hands", type: "number", min: 1, max: 99, value: "" }))];
  function body(form, computer) {
    const data = new FormData(form);
    const hands = parseInt(data.get("hands"), 10);
    return { names: data.getAll("name"), computer, rules: data.get("rules"), house: data.get("house") || null, hands: Number.isFinite(hands) ? hands : null };
  }
  async function start(event, computer) {
    event.preventDefault();
    const answer = await send("/new", body(event.target, computer));
    if (!answer) return;
    if (answer.toast) note(answer.toast);
    // What can't be played leaves everything that was typed where it is.
    if (answer.refused) return;
    if (computer) { location.href = answer.seats[0]; return; }
    links.hidden = false;
    links.replaceChildren(el("h2", null, words.links), el("p", null, words.then), ...answer.seats.map((path, at) =>
      el("p", null, el("a", { href: path, target: "_blank", rel: "noreferrer", class: "seat" }, words["seat" + (at + 1)]), " ", el("code", null, location.origin + path))));
  }
  main.append(
    el("form", { id: "computer", onsubmit: (event) => start(event, true) }, el("h2", null, words.computer), field(words.name, "name", ""), ...terms(),
      el("div", { class: "row" }, el("button", { class: "primary" }, words.start))),
    el("form", { id: "two", onsubmit: (event) => start(event, false) }, el("h2", null, words.two), field(words.seat1, "name", ""), field(words.seat2, "name", ""), ...terms(),
      el("div", { class: "row" }, el("button", { class: "primary" }, words.start))),
    links);
}

document.body.dataset.kind === "seat" ? seat() : lobby();
