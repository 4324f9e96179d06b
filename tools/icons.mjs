// Writes the icon sprite and the union of its names from a folder of Material Symbols (Apache-2.0):
//   npm pack @material-symbols/svg-500 && tar xzf *.tgz && node tools/icons.mjs package/outlined
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Our name → the symbol's. Names say what the icon means to us, so that a picture can change in one place. */
const ICONS = {
  add: "add",
  "arrow-back": "arrow_back",
  "arrow-forward": "arrow_forward",
  bike: "pedal_bike",
  calendar: "calendar_month",
  call: "call",
  camera: "photo_camera",
  card: "credit_card",
  check: "check",
  "check-circle": "check_circle",
  chevron: "chevron_right",
  clock: "schedule",
  close: "close",
  contrast: "contrast",
  copy: "content_copy",
  dark: "dark_mode",
  delete: "delete",
  door: "door_front",
  down: "keyboard_arrow_down",
  drag: "drag_indicator",
  edit: "edit",
  error: "error",
  filter: "filter_list",
  flag: "flag",
  fragile: "wine_bar",
  help: "help",
  home: "home",
  inbox: "inbox",
  info: "info",
  language: "translate",
  lasso: "lasso_select",
  light: "light_mode",
  link: "link",
  list: "list",
  location: "location_on",
  lock: "lock",
  login: "login",
  logout: "logout",
  mail: "mail",
  map: "map",
  menu: "menu",
  more: "more_vert",
  navigate: "navigation",
  note: "sticky_note_2",
  offline: "wifi_off",
  parcel: "package_2",
  pause: "pause",
  people: "group",
  person: "person",
  phone: "mobile",
  pin: "pin_drop",
  play: "play_arrow",
  price: "sell",
  receipt: "receipt_long",
  refresh: "refresh",
  remove: "remove",
  return: "assignment_return",
  route: "route",
  search: "search",
  settings: "settings",
  share: "share",
  signature: "signature",
  store: "store",
  sun: "light_mode",
  swap: "swap_vert",
  system: "computer",
  tablet: "tablet",
  truck: "local_shipping",
  undo: "undo",
  up: "keyboard_arrow_up",
  upload: "upload",
  van: "airport_shuttle",
  visibility: "visibility",
  warning: "warning",
  weight: "weight",
  work: "dashboard",
};

const folder = process.argv[2];
if (!folder) throw new Error("usage: node tools/icons.mjs <folder of Material Symbols SVG files>");
const symbols = Object.entries(ICONS).map(([name, file]) => {
  const svg = readFileSync(join(folder, `${file}.svg`), "utf8");
  const path = /<path d="([^"]+)"/.exec(svg)?.[1];
  if (!path) throw new Error(`${file}.svg holds no path`);
  return `<symbol id="${name}" viewBox="0 -960 960 960"><path d="${path}"/></symbol>`;
});
writeFileSync(
  "src/web/theme/icons.svg",
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`,
);
const names = Object.keys(ICONS)
  .map((name) => `  | "${name}"`)
  .join("\n");
writeFileSync(
  "src/web/ui/icon-name.ts",
  `/** Pictures in the sprite. Written by \`tools/icons.mjs\`. */\nexport type IconName =\n${names};\n`,
);
