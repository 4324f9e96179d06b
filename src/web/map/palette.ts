/** Colours of the map for one theme. Land is muted so that routes and markers, in our own colours, stand out. */
export interface Palette {
  readonly land: string;
  readonly residential: string;
  readonly industrial: string;
  readonly institution: string;
  readonly farmland: string;
  readonly meadow: string;
  readonly park: string;
  readonly wood: string;
  readonly sand: string;
  readonly square: string;
  readonly water: string;
  readonly waterLabel: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly primary: string;
  readonly primaryEdge: string;
  readonly secondary: string;
  readonly secondaryEdge: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly path: string;
  readonly rail: string;
  readonly label: string;
  readonly quietLabel: string;
  readonly parkLabel: string;
  readonly halo: string;
  /** Ours: routes, stops, the area. */
  readonly route: string;
  readonly routeEdge: string;
  readonly marker: string;
  readonly onMarker: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly area: string;
  /** Laid over what lies beyond the area. */
  readonly outside: string;
  /** The side of a zone's colour that is drawn. */
  readonly hue: "light" | "dark";
}

const LIGHT: Palette = {
  land: "#f2f0e8",
  residential: "#eceaee",
  industrial: "#e6e4ea",
  institution: "#efe6e4",
  farmland: "#f2f0e6",
  meadow: "#e6edd9",
  park: "#d5e8cb",
  wood: "#c8dfc0",
  sand: "#f3ead2",
  square: "#f7f2e8",
  water: "#a9d0ea",
  waterLabel: "#2d6286",
  building: "#dedbe2",
  buildingEdge: "#cfcbd5",
  primary: "#ffe08c",
  primaryEdge: "#dfb547",
  secondary: "#fff1c7",
  secondaryEdge: "#dccb9a",
  road: "#ffffff",
  roadEdge: "#d3cfd9",
  path: "#b7a99a",
  rail: "#b3aebb",
  label: "#33324a",
  quietLabel: "#5d5c6b",
  parkLabel: "#3d6a3c",
  halo: "#ffffff",
  route: "#383e9a",
  routeEdge: "#ffffff",
  marker: "#383e9a",
  onMarker: "#ffffff",
  accent: "#ffd249",
  onAccent: "#2e2200",
  area: "#383e9a",
  outside: "#a5a2b2",
  hue: "light",
};

const DARK: Palette = {
  land: "#1a1a22",
  residential: "#20202a",
  industrial: "#25242f",
  institution: "#2a2429",
  farmland: "#1e1f20",
  meadow: "#1d2520",
  park: "#1b2e24",
  wood: "#182a20",
  sand: "#2a2820",
  square: "#292831",
  water: "#14344f",
  waterLabel: "#86b8dd",
  building: "#2e2e3a",
  buildingEdge: "#3a3a48",
  primary: "#6f5c24",
  primaryEdge: "#1a1a22",
  secondary: "#514a3a",
  secondaryEdge: "#1a1a22",
  road: "#3d3d4a",
  roadEdge: "#1a1a22",
  path: "#55504c",
  rail: "#565462",
  label: "#e2dfeb",
  quietLabel: "#aeacb9",
  parkLabel: "#8fc295",
  halo: "#15151e",
  route: "#bec2ff",
  routeEdge: "#15151e",
  marker: "#bec2ff",
  onMarker: "#111779",
  accent: "#f8c600",
  onAccent: "#241a00",
  area: "#bec2ff",
  outside: "#07070f",
  hue: "dark",
};

/** For bright sunlight: nothing pale, roads and texts black on white. */
const SUN: Palette = {
  ...LIGHT,
  land: "#ffffff",
  residential: "#ffffff",
  industrial: "#f4f4f6",
  institution: "#f7f2f1",
  farmland: "#ffffff",
  meadow: "#eef6e4",
  park: "#c2e2b2",
  wood: "#b2d6a4",
  water: "#7fbce6",
  waterLabel: "#08375a",
  building: "#d2cfd8",
  buildingEdge: "#8d8a96",
  primary: "#ffcf3d",
  primaryEdge: "#5c4700",
  secondary: "#ffe694",
  secondaryEdge: "#5c4700",
  roadEdge: "#55535e",
  path: "#6d5f50",
  rail: "#55535e",
  label: "#000000",
  quietLabel: "#201f2a",
  parkLabel: "#0c3a0b",
  route: "#111779",
  marker: "#111779",
  area: "#111779",
};

export type MapTheme = "light" | "dark" | "sun";
export const PALETTES: Readonly<Record<MapTheme, Palette>> = { light: LIGHT, dark: DARK, sun: SUN };
