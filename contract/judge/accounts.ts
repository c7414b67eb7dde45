import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Client } from './client.ts';
import { type Exchange, isRefusal, isSuccess, reasonOf } from './exchange.ts';
import { expectAccepted } from './expect.ts';
import { NEEDS_SIGNUP, Skip, Stop } from './failure.ts';
import { Probes } from './probes.ts';

export type Account = { name: string; email: string; password: string };

/** How shoppers get in where signup is closed to the kit. */
export type AccountSource = {
  accounts?: { email: string; password: string }[] | undefined;
  /** A command that signs up the shopper in $NAME, $EMAIL and $PASSWORD, and prints a token. */
  command?: string | undefined;
  emailDomain?: string | undefined;
};

const LENGTH = /too long|at most|max|length|longer|exceed|up to|\d+ (char|letter|sign|byte)/i;
const EMAIL_DOMAIN = /domain|disposable|provider|mailbox|mx record|block|temporary|not allowed/i;

/** The test users of a run. */
export class Accounts {
  readonly prefix = `contract-test-${randomBytes(3).toString('hex')}-`;
  /** The token of the run's first shopper, and when it was issued. */
  first: { token: string; at: number } | undefined;
  readonly probes: Probes;
  private closed: string | undefined;
  private count = 0;

  constructor(
    readonly client: Client,
    readonly entry: AccountSource,
  ) {
    this.probes = new Probes(client);
  }

  get isOpen() {
    return !this.entry.accounts && !this.entry.command;
  }

  newEmail(): string {
    return `${this.prefix}${++this.count}@${this.entry.emailDomain ?? 'example.com'}`;
  }

  /** Random, so that nobody else can log in as a test user. Short enough for most backends. */
  newPassword = () => `Ab1!${randomBytes(6).toString('hex')}`;

  newAccount(fields: Partial<Account> = {}): Account {
    return { name: 'Contract Test', email: this.newEmail(), password: this.newPassword(), ...fields };
  }

  /** Signs up the first test user. If that is refused on purpose, journeys that need signups are skipped. */
  async open(): Promise<Exchange> {
    const account = this.newAccount();
    const exchange = await this.client.call('signup', { body: account });
    if (await this.isClosed(exchange, account)) {
      const answer = `POST /auth/signup → ${exchange.status} ${reasonOf(exchange)}`;
      this.closed = `no test user can sign up (${answer}): use --email-domain, --account or --signup`;
    } else if (isSuccess(exchange) && !exchange.problem) this.tokenOf(exchange);
    return exchange;
  }

  /** Whether a signup was refused on purpose, or must be confirmed before anybody can log in. */
  private async isClosed(exchange: Exchange, { email, password }: Account): Promise<boolean> {
    const { status, problem, hops } = exchange;
    if (isSuccess(exchange) && problem)
      return !isSuccess(await this.client.call('login', { body: { email, password } }));
    const reason = reasonOf(exchange);
    const isLimit = status === 401 || status === 403 || LENGTH.test(reason) || EMAIL_DOMAIN.test(reason);
    return isRefusal(exchange) && isLimit && !hops.length;
  }

  /** Throws Skip if nobody can sign up. */
  requireSignup() {
    if (!this.isOpen) throw new Skip(NEEDS_SIGNUP, false);
    if (this.closed) throw new Skip(this.closed, true);
  }

  /** Sends a signup, which must succeed. Throws Skip if `special` fields are refused for a limit of the backend. */
  async signup(account: Account, special: Partial<Account> = {}): Promise<Exchange> {
    this.requireSignup();
    const exchange = await this.client.call('signup', { body: account });
    const reason = reasonOf(exchange);
    const isLimit = LENGTH.test(reason) || (special.email !== undefined && EMAIL_DOMAIN.test(reason));
    if (isRefusal(exchange) && isLimit && Object.keys(special).length)
      throw new Skip(`POST /auth/signup → ${exchange.status} ${reason}`, false);
    expectAccepted(exchange);
    return exchange;
  }

  /** The token of a signup or login, which must have succeeded. */
  tokenOf(exchange: Exchange): string {
    expectAccepted(exchange);
    const { token } = exchange.body as { token: string };
    this.first ??= { token, at: performance.now() };
    return token;
  }

  async runCommand({ name, email, password }: Account): Promise<string> {
    const env = { ...process.env, NAME: name, EMAIL: email, PASSWORD: password };
    const { stdout } = await promisify(exec)(`${this.entry.command}`, { env }).catch(({ code, stderr }) => {
      const [line = ''] = `${stderr}`.trim().split('\n');
      throw new Stop(`The --signup command ended with ${code}: ${line.replaceAll(password, '•••')}`);
    });
    const token = stdout.trim().split('\n').at(-1)?.trim();
    if (!token) throw new Stop('The --signup command printed no token');
    this.first ??= { token, at: performance.now() };
    return token;
  }
}
