/**
 * A picture that this page may show: our own, or carried in the address itself. The content security policy refuses
 * every other host, and asking one would tell it who is at work.
 */
export function showablePicture(
  address: string | undefined,
  origin: string = location.origin,
): string | undefined {
  if (address === undefined) return undefined;
  if (/^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/.test(address)) return address;
  return URL.canParse(address, origin) && new URL(address, origin).origin === origin ? address : undefined;
}
