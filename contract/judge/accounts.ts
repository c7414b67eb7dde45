import { randomBytes } from 'node:crypto';
import type { Client } from './client.ts';
import { type Exchange, isOwnRefusal, isRefusal, isSuccess, reasonOf } from './exchange.ts';
import { Stop } from './failure.ts';
import { hasSignup } from './files.ts';

export type Account = { name: string; email: string; password: string };

/** The test users of a run. */
export class Accounts {
  readonly prefix = `contract-test-${randomBytes(3).toString('hex')}-`;
  private count = 0;

  constructor(readonly client: Client) {}

  get isOpen() {
    return hasSignup && !this.client.conditions.accounts;
  }

  /** How many signups were accepted. */
  get signups() {
    return this.client.exchanges.filter((call) => call.operation.id === 'signup' && isSuccess(call)).length;
  }

  newEmail(): string {
    return `${this.prefix}${++this.count}@${this.client.conditions.emailDomain ?? 'example.com'}`;
  }

  /**
   * Random, so that nobody else can log in as a test user. Short enough for most backends. Letters and digits alternate,
   * because many backends refuse `aaa` and `123`.
   */
  newPassword = () =>
    `Ab1!${Array.from(randomBytes(6), (byte) => `${'cdfhjkmnpqrtvwxz'[byte >> 4]}${byte % 10}`).join('')}`;

  newAccount(fields: Partial<Account> = {}): Account {
    return { name: 'Contract Test', email: this.newEmail(), password: this.newPassword(), ...fields };
  }

  /** Signs up the first test user. Throws Stop if that is refused on purpose. */
  async open(): Promise<Exchange> {
    const account = this.newAccount();
    const exchange = await this.client.call('signup', { body: account });
    if (!(await this.isClosed(exchange, account))) return exchange;
    const answer = `POST /auth/signup → ${exchange.status} ${reasonOf(exchange)}`;
    throw new Stop(`No test user can sign up (${answer}): use --email-domain or --account`);
  }

  /**
   * Whether signup is closed to the kit, or must be confirmed before anybody can log in. The same response to a login means
   * something else: a gateway, or a protection against requests from other sites.
   */
  private async isClosed(signup: Exchange, { email, password }: Account): Promise<boolean> {
    const hasToken = isSuccess(signup) && !signup.responseError;
    if (hasToken || signup.hops.length || !(isSuccess(signup) || isOwnRefusal(signup))) return false;
    const login = await this.client.call('login', { body: { email, password } });
    if (isSuccess(signup)) return !isSuccess(login);
    const isSame = signup.status === login.status && reasonOf(signup) === reasonOf(login);
    return isRefusal(login) && !isSame;
  }
}
