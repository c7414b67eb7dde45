import type { Account, Accounts } from './accounts.ts';
import type { Catalogue, Item } from './catalogue.ts';
import { type Exchange, isSuccess, type Sent } from './exchange.ts';
import { expectAnswered, tryEach } from './expect.ts';
import { NEEDS_SIGNUP, Skip } from './failure.ts';
import { expectItems, type Filter } from './filters.ts';
import type { Level } from './level.ts';
import { Shopper } from './shopper.ts';

/** What a journey works with: the backend's calls, its items, and shoppers who sign up. */
export class Shop {
  /** Removals that undo what was added, by token and item. */
  private undo = new Map<string, { token: string; body: { itemId: string } }>();
  private usedAccounts = 0;

  constructor(
    readonly accounts: Accounts,
    readonly catalogue: Catalogue,
  ) {}

  get items(): Item[] {
    return this.catalogue.items;
  }

  get sellable(): Item[] {
    return this.catalogue.sellable;
  }

  /** An item to put into carts. */
  get item(): Item {
    return this.sellable[0] as Item;
  }

  get other(): Item {
    this.catalogue.requireTwo('_id');
    return this.sellable[1] as Item;
  }

  get password() {
    return this.accounts.password;
  }

  newEmail = (suffix?: string) => this.accounts.newEmail(suffix);
  newAccount = (fields?: Partial<Account>) => this.accounts.newAccount(fields);
  together = <Result>(calls: (() => Promise<Result>)[]) => this.accounts.client.together(calls);

  call = async (id: string, sent: Sent = {}): Promise<Exchange> => {
    if (id === 'signup') this.accounts.requireSignup();
    const exchange = await this.accounts.client.call(id, sent);
    const { itemId } = (sent.body ?? {}) as { itemId?: unknown };
    if (isSuccess(exchange) && sent.token && typeof itemId === 'string') {
      const key = `${sent.token} ${itemId}`;
      if (id === 'addToCart') this.undo.set(key, { token: sent.token, body: { itemId } });
      if (id === 'removeFromCart') this.undo.delete(key);
    }
    return exchange;
  };

  /** A new shopper. `fields` are special: the backend may refuse them if it says that they are too long. */
  signup = async (fields: Partial<Account> = {}): Promise<Shopper> => {
    const { entry, isOpen } = this.accounts;
    const account = this.newAccount(fields);
    if (isOpen) {
      const exchange = await this.accounts.signup(account, fields);
      return new Shopper(this, this.accounts.tokenOf(exchange), account);
    }
    if (entry.command) return new Shopper(this, await this.accounts.runCommand(account), account);
    const known = entry.accounts?.[this.usedAccounts++];
    if (!known || Object.keys(fields).length) throw new Skip(NEEDS_SIGNUP, false);
    const shopper = await this.login({ ...account, ...known });
    await shopper.emptyCart();
    return shopper;
  };

  login = async (account: Account, wanted?: Map<string, number>): Promise<Shopper> => {
    const { email, password } = account;
    const exchange = await this.call('login', { body: { email, password } });
    return new Shopper(this, this.accounts.tokenOf(exchange), account, wanted);
  };

  /** Another device of a shopper: it has a token of its own and shows the same cart. */
  device = (shopper: Shopper) => this.login(shopper.account, shopper.wanted);

  /** Loads the list with a filter. It must contain exactly the items that match. */
  expectItems = (filter: Filter) => this.catalogue.expectStable(() => expectItems(this, filter));

  /** Empties the carts that the journey has filled. */
  async tidy(level: Level) {
    await tryEach([...this.undo.values()], level, async (sent) =>
      expectAnswered(await this.call('removeFromCart', sent), level),
    );
  }
}
