/** Values of `acr` that the embedded provider gives: nobody proves anything here, so each is a mere wish of the app. */
export const ACR_VALUES = ["urn:waybill:demo:one-click", "urn:waybill:demo:second-factor"] as const;

/** The first value on offer of those that the app asks for, divided by spaces; undefined where it asks for none of them. */
export const acrFor = (wishes: string): string | undefined =>
  wishes.split(" ").find((wish) => ACR_VALUES.some((value) => value === wish));
