import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { InvitationLink } from "../contract/invitations.ts";

/** An invitation's link: shown once, to be sent by the inviter. */
export function LinkToCopy({ link: { invitation, path } }: { link: InvitationLink }) {
  const t = useWords("accounts");
  const f = useFormat();
  const zone = useZone();
  const address = new URL(path, location.origin).href;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    showSnack({ text: t("invite.copied") });
  };
  return (
    <div className="stack gap-4">
      <p>{t("invite.copy-text", { email: invitation.email })}</p>
      <TextField label={t("invite.link")} value={address} onChange={() => undefined} readOnly />
      <Button variant="tonal" icon="copy" onClick={() => void copy()}>
        {t("invite.copy")}
      </Button>
      <p className="quiet small">{t("invite.until", { at: f.dateTime(invitation.expiresAt, zone) })}</p>
    </div>
  );
}
