import type { CallReport } from './backend';
import { demoAccount } from './demoAccount';

/** The switches of the mock backend: on the console as `mock`, and in the panel. */
export type Mock = {
  /** Every scenario with what it does. */
  scenarios: Record<string, string>;
  situation(): string;
  /** Changes the scenario for this tab: `mock.use('slow')`, `mock.use('server-error:addToCart')`. */
  use(situation: string): void;
  latency(): number;
  /** Makes every answer in this tab take so many milliseconds more. */
  delay(ms: number): void;
  /** Logs the demo account in. */
  logIn(): Promise<void>;
  /** Forgets users, tokens and carts, and reloads. */
  reset(): void;
  /** The latest calls, newest first. */
  calls: CallReport[];
};

const html = `
<style>
  :host { all: initial; }
  aside { position: fixed; inset: auto auto 0.5rem 0.5rem; z-index: 2000; max-width: calc(100vw - 1rem);
    font: 0.8125rem/1.4 system-ui, sans-serif; color: CanvasText; color-scheme: light dark; }
  details { background: Canvas; border: 1px solid GrayText; border-radius: 0.5rem; }
  summary { padding: 0.25rem 0.625rem; min-height: 1.25rem; cursor: pointer; border-radius: 0.5rem; }
  summary:focus-visible, :focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
  .body { display: grid; gap: 0.5rem; padding: 0.5rem 0.75rem 0.75rem; width: 22rem; max-width: calc(100vw - 3rem); }
  label { display: grid; grid-template-columns: 6rem 1fr; align-items: center; }
  select, input, button { font: inherit; min-height: 1.75rem; color: inherit; }
  ol { margin: 0; padding: 0; list-style: none; max-height: 10rem; overflow: auto; }
  li { display: grid; grid-template-columns: 1fr auto auto; gap: 0 0.5rem; border-top: 1px solid GrayText; overflow-wrap: anywhere; }
  .misfit { grid-column: 1 / -1; }
  p { margin: 0; }
  @media print { aside { display: none; } }
</style>
<aside aria-label="Mock backend">
  <details>
    <summary></summary>
    <div class="body">
      <label>Scenario <select name="scenario"></select></label>
      <p class="what"></p>
      <label>Latency, ms <input name="latency" type="number" min="0" step="100" /></label>
      <p>Latest calls: status, time, and whether the answer fits the contract</p>
      <ol tabindex="0" aria-label="Latest calls"></ol>
      <p>Demo account: ${demoAccount.email} / ${demoAccount.password}</p>
      <button type="button" name="demo">Use the demo account</button>
      <button type="button" name="reset">Reset data</button>
    </div>
  </details>
</aside>`;

/** Shows the mock's switches in a corner of the page, in a shadow root, so that page and panel do not touch each other's styles. */
export function mountPanel(mock: Mock) {
  const host = document.createElement('mock-panel');
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  document.body.append(host);

  const find = <T extends Element = HTMLElement>(selector: string) => root.querySelector<T>(selector) as T;
  const scenario = find<HTMLSelectElement>('select');
  const latency = find<HTMLInputElement>('input');
  scenario.append(...Object.keys(mock.scenarios).map((name) => new Option(name)));
  scenario.onchange = () => mock.use(scenario.value);
  latency.onchange = () => latency.reportValidity() && mock.delay(Number(latency.value));
  find('[name=demo]').onclick = () => mock.logIn();
  find('[name=reset]').onclick = () => mock.reset();

  return {
    /** Shows what the mock is set to and what it has answered. */
    update() {
      const situation = mock.situation();
      find('summary').textContent = `Mock: ${situation}`;
      if (!(situation in mock.scenarios)) scenario.append(new Option(situation));
      scenario.value = situation;
      find('.what').textContent = mock.scenarios[situation.split(':')[0] ?? ''] ?? '';
      latency.value = String(mock.latency());
      find('ol').replaceChildren(...mock.calls.map(row));
    },
  };
}

function row({ call, status, ms, misfit }: Mock['calls'][number]) {
  const line = document.createElement('li');
  for (const text of [call, status ? `${status}` : 'broken off', `${ms} ms ${misfit ? '✗' : '✓'}`]) {
    line.append(Object.assign(document.createElement('span'), { textContent: text }));
  }
  if (misfit)
    line.append(Object.assign(document.createElement('span'), { className: 'misfit', textContent: misfit }));
  return line;
}
