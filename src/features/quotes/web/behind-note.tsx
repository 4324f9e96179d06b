import { useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import type { PriceList } from "../contract/api.ts";
import { sentenceOf } from "./rule-words.ts";
import { titleOf } from "./title-of.ts";
import { useZoneNames } from "./use-zone-names.ts";

interface BehindNoteProps {
  list: PriceList;
  onKeep: () => void;
  onDrop: () => void;
}

/** Somebody published meanwhile: read theirs, then apply one's own edits to it or drop them. */
export function BehindNote({ list, onKeep, onDrop }: BehindNoteProps) {
  const t = useWords("quotes");
  const f = useFormat();
  const locale = useLocale();
  const zones = useZoneNames();
  const [open, setOpen] = useState(false);
  const { currency, rules, version } = list;
  const close = (then: () => void) => () => {
    setOpen(false);
    then();
  };
  return (
    <>
      <Banner
        tone="warning"
        urgent
        actions={
          <>
            <Button variant="text" icon="visibility" onClick={() => setOpen(true)}>
              {t("behind.look")}
            </Button>
            <Button variant="text" onClick={onKeep}>
              {t("behind.keep")}
            </Button>
          </>
        }
      >
        {t("behind.text", { version, by: list.publishedBy ?? t("list.by-default") })}
      </Banner>
      <Dialog
        open={open}
        wide
        onClose={() => setOpen(false)}
        title={t("behind.title", { version })}
        actions={
          <>
            <Button onClick={close(onDrop)}>{t("behind.take")}</Button>
            <Button variant="filled" onClick={close(onKeep)}>
              {t("behind.keep")}
            </Button>
          </>
        }
      >
        <List ordered label={t("list.rules")}>
          {rules.map((rule) => (
            <ListItem
              key={rule.id}
              title={titleOf(rule, t)}
              detail={sentenceOf(rule, { t, f, currency, zones }, locale)}
            />
          ))}
        </List>
      </Dialog>
    </>
  );
}
