import { useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import type { PriceList } from "#features/quotes/contract/api.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { sentenceOf } from "./rule-words.ts";
import { useTitles } from "#features/quotes/web/public-parts.ts";
import { useZoneNames } from "./use-zone-names.ts";

interface LookProps {
  list: PriceList;
  keep: () => void;
  take: () => void;
}

/** The list that somebody published meanwhile, to be read before one's own edits go on top of it or away. */
export function LookAtNew({ list, keep, take }: LookProps) {
  const t = useWords("prices");
  const titleOf = useTitles();
  const shared = useWords("drafts");
  const f = useFormat();
  const locale = useLocale();
  const zones = useZoneNames();
  const { nameOf: levelName } = useLevelNames();
  const [open, setOpen] = useState(false);
  const { currency, rules, version } = list;
  const close = (then: () => void) => () => {
    setOpen(false);
    then();
  };
  return (
    <>
      <Button variant="text" icon="visibility" onClick={() => setOpen(true)}>
        {t("behind.look")}
      </Button>
      <Dialog
        open={open}
        wide
        onClose={() => setOpen(false)}
        title={t("behind.title", { version })}
        actions={
          <>
            <Button onClick={close(take)}>{shared("take")}</Button>
            <Button variant="filled" onClick={close(keep)}>
              {shared("keep")}
            </Button>
          </>
        }
      >
        <List ordered label={t("list.rules")}>
          {rules.map((rule) => (
            <ListItem
              key={rule.id}
              title={titleOf(rule)}
              detail={sentenceOf(rule, { t, f, currency, zones, levelName }, locale)}
            />
          ))}
        </List>
      </Dialog>
    </>
  );
}
