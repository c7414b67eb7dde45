import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The styles that `npm run dev` loads, without pictures, whose addresses differ. Bootstrap and the theme come first. The others
 * follow in the order of the alphabet, in which no page imports them: their order must not matter.
 */
export function developmentStyles(root = '.') {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).toSorted();
  const ours = files.filter((file) => file.endsWith('.css')).map((file) => join('src', file));
  const theme = join('src', 'app', 'theme.css');
  const sheets = [
    'node_modules/bootstrap/dist/css/bootstrap.min.css',
    theme,
    ...ours.filter((file) => file !== theme),
  ];
  const styles = sheets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  return styles.replace(/url\("\.\/.*?\)/g, 'url("data:,")');
}

/** The elements whose computed styles change if the page has these styles instead of its own. Runs in the page. */
export function compareLooks(styles: string): string[] {
  const elements = [...document.body.querySelectorAll('*')];
  // A custom property matters only where another property reads it.
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('--'));
  /** The values of an element and its pseudo-elements. */
  function readLook(element: Element) {
    const pseudos = element.matches('input') ? ['', '::placeholder'] : ['', '::before', '::after'];
    return pseudos.map((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.content === 'none' ? [] : names.map((name) => style.getPropertyValue(name));
    });
  }
  function readLooks() {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
      else {
        animation.pause();
        animation.currentTime = 0;
      }
    }
    return elements.map(readLook);
  }
  const withoutAddresses = (value = '') => value.replace(/url\(".*?"\)/g, 'url()');
  const built = readLooks();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  for (const builtSheet of document.styleSheets) builtSheet.disabled = true;
  document.adoptedStyleSheets = [sheet];
  const development = readLooks();
  document.adoptedStyleSheets = [];
  for (const builtSheet of document.styleSheets) builtSheet.disabled = false;

  return elements.flatMap((element, index) => {
    const differences = (development[index] ?? []).flatMap((values, pseudo) =>
      values.flatMap((value, position) => {
        const builtValue = built[index]?.[pseudo]?.[position];
        const isSame = value === builtValue || withoutAddresses(value) === withoutAddresses(builtValue);
        return isSame ? [] : [`${names[position]}: ${value} instead of ${builtValue}`];
      }),
    );
    const row = element.closest('[data-row]')?.getAttribute('data-row') ?? '';
    const name = `${row} ${element.localName}.${element.getAttribute('class')}`;
    return differences.length ? [`${name}: ${differences.slice(0, 3).join('; ')}`] : [];
  });
}
