import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Answer, problem, stubServer } from "#test/support/web/stub-server.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import type { NoticeSettings, NoticeTemplate } from "../../contract/api.ts";
import { NOTICES, WORDED_WAYS } from "../../domain/notices.ts";
import { defaultRules } from "../../domain/settings.ts";
import { SettingsPage } from "./settings-page.tsx";

beforeAll(async () => {
  await startWords("hall", "notices", "notice-settings");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const gateway = { leaves: true, host: "mail.example", from: "notices@example.org", knowsIds: true };
const settings: NoticeSettings = {
  version: 0,
  rules: defaultRules(false),
  gateways: { mail: gateway, sms: { leaves: false, host: null, from: null, knowsIds: true } },
  spent: { since: "2026-11-01T00:00:00.000Z", messages: 12, parts: 30, costMicros: 2_250_000 },
  currency: "EUR",
};
const templates: NoticeTemplate[] = NOTICES.flatMap((notice) =>
  WORDED_WAYS.map((way) => ({
    notice,
    way,
    language: "en" as const,
    version: 0,
    subject: way === "mail" ? `${notice} {number}` : "",
    body: `${notice} by ${way}: {number}\n\nEnd`,
  })),
);
const example = {
  values: { number: "WB-7K4M", carrier: "Shop", link: "http://localhost/t/A" },
  carrier: "Shop",
  button: "Follow the delivery",
  foot: { mail: "Switch them off: http://localhost/n/A", sms: "Off: http://localhost/n/A" },
};

async function open(
  answers: Readonly<Record<string, Answer>> = {},
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  const sent = stubServer({
    "GET /api/notices/settings": () => ({ body: settings }),
    "GET /api/notices/templates": () => ({ body: { templates, example } }),
    "GET /api/tracking/carrier-phone": () => ({ body: { phone: null } }),
    ...answers,
  });
  await loadConfig();
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <Suspense>
          <SettingsPage />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return sent;
}
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const preview = () => screen.getByRole("region", { name: "Preview" });
const bodiesOf = (sent: Awaited<ReturnType<typeof open>>, route: string) =>
  sent.filter((one) => one.route === route).map(({ body }) => body);

test("an administrator chooses who hears of what, when nothing is sent, and how much at most", async () => {
  const sent = await open({
    "PUT /api/notices/settings": (body) => ({
      body: { ...settings, version: 1, rules: (body as { rules: unknown }).rules },
    }),
  });
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Text message.*Booked, Recipient/ }));
  fireEvent.click(screen.getByRole("switch", { name: /Send nothing at night/ }));
  type("Messages per day and address at most", "5");
  type("Price of a text message", "0.0825");
  await press("Save");
  const rules = defaultRules(false);
  expect(bodiesOf(sent, "PUT /api/notices/settings")).toEqual([
    {
      version: 0,
      rules: {
        ...rules,
        tells: { ...rules.tells, booked: { ...rules.tells.booked, recipient: ["mail", "sms"] } },
        quiet: null,
        mostPerDay: 5,
        smsPriceMicros: 82_500,
      },
    },
  ]);
});

test("what the sender's own mail says is not offered twice, and a number out of its limits is not sent", async () => {
  const sent = await open();
  await screen.findByRole("checkbox", { name: /^Text message.*Booked, Sender/ });
  expect(screen.queryByRole("checkbox", { name: /^Mail.*Booked, Sender/ })).toBeNull();
  type("Messages per delivery at most", "0");
  await press("Save");
  expect(screen.getByText(/At least 1 is needed/, { selector: "li *" })).toBeDefined();
  expect(bodiesOf(sent, "PUT /api/notices/settings")).toEqual([]);
});

test("a conflict offers the new version", async () => {
  let version = 0;
  await open({
    "GET /api/notices/settings": () => ({
      body: { ...settings, version, rules: { ...settings.rules, mostPerDay: 20 + version } },
    }),
    "PUT /api/notices/settings": () => {
      version = 1;
      return problem(409, "notices.changed-meanwhile");
    },
  });
  await screen.findByRole("button", { name: "Save" });
  await press("Save");
  await press("Show the new version");
  await vi.waitFor(() =>
    expect(screen.getByRole("textbox", { name: /per day/ })).toHaveProperty("value", "21"),
  );
});

test("what was typed stays while somebody else saved, and is sent as of the version that was read", async () => {
  let version = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const sent = await open(
    { "GET /api/notices/settings": () => ({ body: { ...settings, version } }) },
    client,
  );
  await screen.findByRole("button", { name: "Save" });
  type("Messages per delivery at most", "7");
  version = 1;
  await act(() => client.refetchQueries());
  expect(screen.getByRole("textbox", { name: /per delivery/ })).toHaveProperty("value", "7");
  await press("Save");
  expect(bodiesOf(sent, "PUT /api/notices/settings")).toMatchObject([{ version: 0 }]);
});

test("what is set up is shown without secrets, and what the month cost", async () => {
  await open();
  expect(await screen.findByText("mail.example")).toBeDefined();
  expect(screen.getByText(/The operator sets a gateway/)).toBeDefined();
  expect(screen.getByText("€2.25")).toBeDefined();
});

test("a wording shows its preview while it is typed, is checked, saved and given back", async () => {
  const put = (version: number, body: unknown) => ({
    body: { ...templates[0], version, ...Object(Reflect.get(Object(body), "wording")) },
  });
  const sent = await open({
    "PUT /api/notices/templates": (body) =>
      Reflect.get(Object(body), "wording") === null ? { body: templates[0] } : put(1, body),
  });
  await screen.findByRole("textbox", { name: "Text" });
  type("Text", "Parcel {number} for {nobody}");
  expect(preview().textContent).toContain("Parcel WB-7K4M for");
  expect(screen.getByText("{nobody} means nothing in this message.")).toBeDefined();
  await press("Save this text");
  expect(bodiesOf(sent, "PUT /api/notices/templates")).toEqual([]);
  type("Text", "Parcel {number}");
  await press("Save this text");
  expect(bodiesOf(sent, "PUT /api/notices/templates")).toEqual([
    {
      notice: "booked",
      way: "mail",
      language: "en",
      version: 0,
      wording: { subject: "booked {number}", body: "Parcel {number}" },
    },
  ]);
  await screen.findByRole("button", { name: "Back to Waybill’s text" });
  await press("Back to Waybill’s text");
  expect(bodiesOf(sent, "PUT /api/notices/templates").at(-1)).toMatchObject({ version: 1, wording: null });
  await vi.waitFor(() =>
    expect(screen.getByRole("textbox", { name: "Text" })).toHaveProperty("value", templates[0]?.body),
  );
});

test("a name is put in by one press, and a text message counts its parts", async () => {
  await open();
  fireEvent.change(await screen.findByLabelText("Way"), { target: { value: "sms" } });
  type("Text", "x".repeat(200));
  expect(within(preview()).getByText(/2 parts/)).toBeDefined();
  type("Text", "Hello ");
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" }).setSelectionRange(6, 6);
  await press("Recipient");
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveProperty("value", "Hello {recipient}");
  expect(screen.getByText(/Without a gateway no test can be sent/)).toBeDefined();
});

test("a test goes to an address of one's own, and the answer is shown, a refusal too", async () => {
  let tries = 0;
  const { status, body } = problem(409, "notices.not-taken");
  const refused = { status, body: { ...body, facts: { answer: "550" } } };
  const sent = await open({
    "POST /api/notices/test": () => {
      tries += 1;
      return tries === 1 ? { body: { answer: "250" } } : refused;
    },
  });
  fireEvent.change(await screen.findByLabelText("Your mail address"), {
    target: { value: " ada@example.org " },
  });
  await press("Send a test");
  expect(screen.getByText("250")).toBeDefined();
  expect(bodiesOf(sent, "POST /api/notices/test")).toEqual([
    {
      notice: "booked",
      way: "mail",
      language: "en",
      subject: "booked {number}",
      body: templates[0]?.body,
      to: "ada@example.org",
    },
  ]);
  await press("Send a test");
  expect(screen.getByRole("alert").textContent).toContain("It was not taken: 550");
});

test.each([
  [403, "accounts.forbidden", "Not for this account"],
  [500, "http.internal", ""],
])("an answer %i has a face", async (status, code, title) => {
  await open({ "GET /api/notices/settings": () => problem(status, code) });
  expect((await screen.findByRole("heading", { level: 2 })).textContent).toContain(title);
});

test("the number that recipients may call is saved, and an empty one shows none", async () => {
  const sent = await open({ "PUT /api/tracking/carrier-phone": (body) => ({ body }) });
  fireEvent.change(await screen.findByLabelText("Number that recipients may call"), {
    target: { value: "+4930123456" },
  });
  await press("Save the number");
  fireEvent.change(screen.getByLabelText("Number that recipients may call"), { target: { value: "" } });
  await press("Save the number");
  expect(bodiesOf(sent, "PUT /api/tracking/carrier-phone")).toEqual([
    { phone: "+4930123456" },
    { phone: null },
  ]);
});

test("a wording runs in the direction of its language, though it begins with a name in Latin letters", async () => {
  const subject = "{carrier} تجلب لك طردًا: {number}";
  const arabic = templates.map((one) => ({ ...one, language: "ar" as const, subject }));
  await open({ "GET /api/notices/templates": () => ({ body: { templates: arabic, example } }) });
  const box = await screen.findByRole("textbox", { name: "Subject" });
  expect(box.getAttribute("dir")).toBe("rtl");
  expect(screen.getByRole("textbox", { name: "Text" }).getAttribute("dir")).toBe("rtl");
});
