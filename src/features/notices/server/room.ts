import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { noticesApi } from "../contract/api.ts";
import { NOTICES_REFUSALS } from "../contract/refusals.ts";
import { listDemoTexts } from "./demo-texts.ts";
import { noticesJobs } from "./jobs.ts";
import { listNotices, sendNoticeAgain } from "./log.ts";
import type { OpenChoices } from "./send.ts";
import { editSettings, readSettings } from "./settings.ts";
import { readSwitch, switchNotices } from "./switch.ts";
import { editTemplate, readTemplates } from "./templates.ts";
import { testNotice } from "./test-notice.ts";
import { openWays } from "./ways.ts";

/** Notices that people get of their deliveries. */
export function noticesRoom(parts: RoomParts, openChoices: OpenChoices): Room {
  const ways = openWays(parts);
  const { publicUrl } = parts;
  return {
    name: "notices",
    routes: [
      on(noticesApi.readNoticeSettings, (_, context) => readSettings(context, ways)),
      on(noticesApi.editNoticeSettings, (input, context) => editSettings(input, context, ways)),
      on(noticesApi.readNoticeTemplates, (input, context) => readTemplates(input, context, publicUrl)),
      on(noticesApi.editNoticeTemplate, editTemplate),
      on(noticesApi.testNotice, (input, context) => testNotice(input, context, { ways, publicUrl })),
      on(noticesApi.listNotices, listNotices),
      on(noticesApi.sendNoticeAgain, sendNoticeAgain),
      on(noticesApi.listDemoTexts, listDemoTexts),
      on(noticesApi.readNoticeSwitch, (_, context) => readSwitch(context)),
      on(noticesApi.switchNotices, switchNotices),
    ],
    jobs: noticesJobs({ ...parts, openChoices }, ways),
    refusals: NOTICES_REFUSALS,
  };
}
