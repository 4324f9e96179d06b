/** A Chromium to test with. @throws Error with one sentence that says what to do */
export function findChromium(): string;
export function findHeadlessShell(): string;
