/** The door of this room's screen, for the small page that it is. */
export { TrackPage } from "./track-page.tsx";
