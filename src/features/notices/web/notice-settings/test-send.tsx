import { useState } from "react";
import type { InputOf } from "#contract/endpoint.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type Gateway, noticesApi } from "../../contract/api.ts";

type Input = InputOf<typeof noticesApi.testNotice>;

interface TestSendProps {
  readonly which: Pick<Input, "notice" | "way" | "language">;
  readonly wording: Pick<Input, "subject" | "body">;
  readonly gateway: Gateway;
  /** The wording would be refused. */
  readonly isWrong: boolean;
}

/** Sends the wording as it stands in its inputs to an address of one's own, and shows what came back. */
export function TestSend({ which, wording, gateway, isWrong }: TestSendProps) {
  const t = useWords("notice-settings");
  const [to, setTo] = useState("");
  const send = useCommand(noticesApi.testNotice);
  const isMail = which.way === "mail";
  if (!isMail && !gateway.leaves) return <p className="quiet small">{t("test.no-gateway")}</p>;
  return (
    <form
      className="stack gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ ...which, ...wording, to: to.replaceAll(isMail ? /^\s+|\s+$/g : /\s+/g, "") });
      }}
    >
      <div className="notice-test">
        <TextField
          label={isMail ? t("test.mail") : t("test.sms")}
          type={isMail ? "email" : "tel"}
          autoComplete={isMail ? "email" : "tel"}
          value={to}
          onChange={setTo}
        />
        <Button type="submit" icon="upload" loading={send.isPending} disabled={isWrong || to.trim() === ""}>
          {t("test.send")}
        </Button>
      </div>
      {send.data && (
        <div role="status">
          <Banner tone="done">
            {send.data.answer === "folder" ? (
              t("test.folder")
            ) : (
              <>
                {t("test.taken")} <bdi dir="ltr">{send.data.answer}</bdi>
              </>
            )}
          </Banner>
        </div>
      )}
      <RefusalNote error={send.error} />
    </form>
  );
}
