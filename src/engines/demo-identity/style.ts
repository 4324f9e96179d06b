/** Style of the provider's pages: the product's colours, light and dark, readable at 320 px. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#f3f1f5, #15151e); --sheet: light-dark(#fff, #1d1d27);
  --ink: light-dark(#181b44, #e9e6f3); --quiet: light-dark(#595863, #b7b5c1); --line: light-dark(#d2d1d5, #3f3f49);
  --edge: light-dark(#777681, #8c8a96); --primary: light-dark(#383e9a, #bec2ff); --on-primary: light-dark(#fff, #111779);
  --accent: light-dark(#ffd249, #f8c600); --focus: light-dark(#585fbc, #f8c600); --hover: light-dark(#f3f1f5, #292935); }
@media (prefers-contrast: more) {
  :root { --ink: light-dark(#000145, #fffbff); --quiet: var(--ink); --line: var(--edge); --edge: light-dark(#302f39, #e4e1ee);
    --primary: light-dark(#111779, #e7e6ff); --on-primary: light-dark(#fff, #00014d); } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif; }
main { width: min(26rem, 100%); background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; }
.brand { display: flex; align-items: center; gap: .5rem; margin: 0 0 1rem; font-weight: 650; font-size: 1.125rem; }
.mark-paper { fill: var(--primary); }
.mark-fold { fill: var(--accent); }
.mark-route { fill: none; stroke: var(--on-primary); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; color: var(--quiet); }
ul { list-style: none; margin: 0 0 1rem; padding: 0; display: grid; gap: .5rem; }
form { margin: 0; }
button, .button { display: flex; width: 100%; min-height: 3rem; align-items: center; justify-content: center; gap: .75rem;
  padding: .5rem 1rem; font: inherit; color: var(--ink); background: none; border: 1px solid var(--edge); border-radius: .5rem;
  cursor: pointer; text-decoration: none; text-align: start; }
button:hover, .button:hover { background: var(--hover); }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
li button { justify-content: space-between; }
li small { color: var(--quiet); font-size: .875rem; }
.main { background: var(--primary); color: var(--on-primary); border-color: var(--primary); }
.main:hover { background: var(--primary); filter: brightness(1.1); }
h2 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
.person { display: flex; gap: 1rem; align-items: center; }
.person p { margin: 0; overflow-wrap: anywhere; }
.person strong { color: var(--ink); }
.person img { border-radius: 50%; flex: none; }
.sessions li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.sessions li > div { flex: 1 1 9rem; }
.sessions small { color: var(--quiet); font-size: .875rem; }
.sessions button { width: auto; }
.chip { display: inline-block; padding: 0 .5rem; border: 1px solid var(--edge); border-radius: 1rem; font-size: .8125rem; }
.notice { padding: .5rem .75rem; border-radius: .5rem; background: var(--hover); color: var(--ink); }
.danger { color: light-dark(#a3121f, #ffb3ad); border-color: currentcolor; justify-content: center; }
form + .stack { margin-block-start: .5rem; }
.stack { display: grid; gap: .5rem; }
code { font-size: .875rem; overflow-wrap: anywhere; }
`;

/** Sends the only form of the page: signing out was asked for in the app already. */
export const SUBMIT_SCRIPT = "document.forms[0].requestSubmit();";
