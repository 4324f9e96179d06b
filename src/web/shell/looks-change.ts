const DEVICE = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"];

/** Runs when the page's colours change: a person's choice on the document, or the device's. @returns its end */
export function onLooksChange(run: () => void): () => void {
  const chosen = new MutationObserver(run);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme", "data-contrast"] });
  const device = DEVICE.map((query) => matchMedia(query));
  for (const query of device) query.addEventListener("change", run);
  return () => {
    chosen.disconnect();
    for (const query of device) query.removeEventListener("change", run);
  };
}
