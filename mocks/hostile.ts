const long = 'x'.repeat(5000);

/** Items that break careless clients. Some of them violate the contract. */
export const hostileItems: unknown[] = [
  {
    _id: 'markup',
    name: '<img src=x onerror="alert(1)">',
    description: '<script>alert(1)</script>',
    category: '<b>',
    price: 1,
  },
  { _id: 'rtl', name: 'שלום עולם', description: '\u202Ereversed\u202C', category: 'עברית', price: 12.5 },
  { _id: 'emoji', name: '👩‍👩‍👧‍👦 Family 🛒', description: '🏳️‍🌈', category: '🎈 Party', price: 7.77 },
  { _id: 'long', name: long, description: long, category: long, price: 1299 },
  { _id: '__proto__', name: '__proto__', description: 'constructor', category: 'toString', price: 3 },
  { _id: 'free', name: 'Free', description: '', category: '', price: 0 },
  { _id: 'negative', name: 'Negative', description: 'Costs less than nothing.', category: 'Odd', price: -5 },
  { _id: 'huge', name: 'Huge', description: 'Costs more than everything.', category: 'Odd', price: 1e308 },
  { _id: 'free', name: 'Duplicate id', description: '', category: 'Odd', price: 2 },
  { _id: 'text-price', name: 'The price is a string', description: '', category: 'Odd', price: '19.99' },
  { _id: 'no-price', name: 'No price', description: '', category: 'Odd' },
  { _id: 'no-name', description: '', category: 'Odd', price: 1 },
  null,
  'text',
  42,
  [],
];

/** A cart with a line whose item was deleted, and with malformed lines. */
export const hostileCart: unknown[] = [
  { item: null, quantity: 2 },
  { item: { _id: 'markup', name: '<img src=x onerror="alert(1)">', price: 1 }, quantity: 1 },
  { item: { _id: '__proto__', name: '__proto__', price: 3 }, quantity: 3 },
  { item: { _id: 'huge', name: 'Huge', price: 1e308 }, quantity: 2 },
  { item: { _id: 'long', name: long, price: 1299 }, quantity: 1 },
  { item: { _id: 'yacht', name: 'Professional Racing Yacht', price: 1_299_999 }, quantity: 1 },
  { item: { _id: 'text-quantity', name: 'The quantity is a string', price: 1 }, quantity: '2' },
  { quantity: 1 },
  null,
];
