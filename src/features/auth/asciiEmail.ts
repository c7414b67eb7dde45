/** Characters of a domain, in any script. Others would mean something else in a URL: a path, a port, an escape. */
const INTERNATIONAL_DOMAIN = /^(?=.*[^\0-\x7f])[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

/**
 * The address with an international domain in ASCII: `ada@xn--bcher-kva.example`. Chromium sends it like that, Firefox as it was
 * typed, and one address must be one account. Leaves all other texts as they are.
 */
export function toAsciiEmail(email: string): string {
  const [, localPart = '', domain = ''] = /^(.*@)([^@]*)$/s.exec(email) ?? [];
  const url = `http://${domain}`;
  return INTERNATIONAL_DOMAIN.test(domain) && URL.canParse(url) ? localPart + new URL(url).hostname : email;
}
