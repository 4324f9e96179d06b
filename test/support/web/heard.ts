import type { Download, Page, Request, Response } from "playwright-core";

type Asked = Parameters<Page["waitForRequest"]>[0];
type Answered = Parameters<Page["waitForResponse"]>[0];

/**
 * Does something and answers what the page heard meanwhile. Both are waited for at once: where the work fails, its own fault
 * ends the test, and a wait that is left behind fails nobody's.
 */
export const answerOf = (page: Page, which: Answered, work: () => Promise<unknown>): Promise<Response> =>
  during(page.waitForResponse(which), work);

export const requestOf = (page: Page, which: Asked, work: () => Promise<unknown>): Promise<Request> =>
  during(page.waitForRequest(which), work);

export const downloadOf = (page: Page, work: () => Promise<unknown>): Promise<Download> =>
  during(page.waitForEvent("download"), work);

async function during<T>(heard: Promise<T>, work: () => Promise<unknown>): Promise<T> {
  const [found] = await Promise.all([heard, work()]);
  return found;
}
