// Parts that the sandbox bank's script and its card form's frame both need; served in front of each. Plain JavaScript, no
// build. No real money moves here.
(() => {
  "use strict";

  const SHEET = /* sheet */ "";

  const THEME = {
    ink: "#1b1c1e",
    quiet: "#55595f",
    line: "#8a8f96",
    field: "transparent",
    paper: "#ffffff",
    accent: "#0b57d0",
    onaccent: "#ffffff",
    error: "#ba1a1a",
    radius: "8px",
    font: "system-ui, sans-serif",
  };

  function make(name, props, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(props)) {
      if (key in node) node[key] = value;
      else node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }

  /** Places with the bank's own look, as long as they are on the page. */
  const dressed = new Set();

  function paint(host, theme) {
    for (const [name, value] of Object.entries({ ...THEME, ...theme }))
      host.style.setProperty(`--bank-${name}`, value);
  }

  /** A shadow root with the bank's own look: the page's styles do not reach in. */
  function dress(host, { locale, theme }) {
    if (locale === "ar") host.dir = "rtl";
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    root.adoptedStyleSheets = [sheet];
    paint(host, theme);
    dressed.add(host);
    return root;
  }

  /** Follows the page's colours. */
  function repaint(theme) {
    for (const host of dressed)
      if (host.isConnected) paint(host, theme);
      else dressed.delete(host);
  }

  /** Calls between the page and the frame over a port. What is asked is answered with `undefined` once it has ended. */
  function talkOver(port, answers) {
    const waiting = new Map();
    let last = 0;
    port.addEventListener("message", async ({ data: { id, call, given, reply } }) => {
      if (call === undefined) {
        waiting.get(id)?.(reply);
        waiting.delete(id);
        return;
      }
      const said = await answers[call]?.(given);
      if (id !== undefined) port.postMessage({ id, reply: said });
    });
    port.start();
    return {
      tell: (call, given) => port.postMessage({ call, given }),
      ask: (call, given) =>
        new Promise((resolve) => {
          last += 1;
          waiting.set(last, resolve);
          port.postMessage({ id: last, call, given });
        }),
      end() {
        port.close();
        for (const resolve of waiting.values()) resolve(undefined);
        waiting.clear();
      },
    };
  }

  window.SandboxBankParts = { make, dress, repaint, talkOver };
})();
