import { main } from './contract/cli/main.ts';
import { faults, freedoms } from './contract/test/faults.ts';
import { makeGoodBackend } from './contract/test/goodBackend.ts';
import { overHttp, serve } from './contract/test/serve.ts';
const answers: Record<string,string> = {'signup answers':'signup','login answers':'login','getItems answers':'items','getCart answers':'add','addToCart answers':'add','removeFromCart answers':'remove'};
const mode = process.argv[2];
const only = process.argv[3];
async function run(spoil: any, args: string[]) {
  const { api, close } = await serve(overHttp(spoil(makeGoodBackend().backend)));
  let out = '';
  let err = '';
  const code = await main(['check', api, '--json', '-', ...args], { stdout: { write: (t: string) => (out += t) }, stderr: { write: (t: string) => (err += t) }, env: { CONTRACT_PAUSE_SCALE: '0.005' } });
  close();
  try { return { code, report: JSON.parse(out) }; } catch { return { code, report: undefined, out, err }; }
}
const t0 = Date.now();
if (mode === 'faults')
  for (const fault of faults.filter((f) => !only || f.name.includes(only))) {
    const id = answers[fault.foundBy] ?? fault.foundBy;
    const { report, err } = (await run(fault.spoil, ['--only', id])) as any;
    const journey = report?.journeys.find((j: any) => j.id === id);
    const ok = journey?.status === 'failed';
    if (!ok || only) console.log(ok ? 'ok ' : 'NO ', fault.name, '|', id, JSON.stringify(journey ?? err).slice(0, 300));
    else console.log(`ok  ${fault.name} | ${id} ${journey.level} | ${report.findings[0].summary.slice(0, 150)}`);
  }
if (mode === 'free')
  for (const free of freedoms.filter((f) => !only || f.name.includes(only))) {
    const t = Date.now();
    const { code, report } = (await run(free.spoil, ['--skip', 'tokenStaysValid'])) as any;
    console.log(code === 0 ? 'ok ' : 'NO ', free.name, Date.now() - t, report?.verdict, report?.journeys.filter((j: any) => j.status !== 'passed').map((j: any) => `${j.id}: ${j.status} ${j.reason?.slice(0, 200)}`).join('\n    '));
  }
if (mode === 'whole')
  for (const fault of faults.filter((f) => !only || f.name.includes(only))) {
    const { code, report } = (await run(fault.spoil, ['--skip', 'tokenStaysValid'])) as any;
    console.log(`${code} ${fault.name} [${fault.foundBy}]`);
    for (const f of report?.findings ?? []) console.log(`     ${f.level} ${f.id}: ${f.summary.slice(0, 140)} (${f.members.length}: ${f.members.slice(0, 6)})`);
  }
console.log(Date.now() - t0, 'ms');
process.exit(0);
