import type { Item } from '../src/store/api.generated';

type Row = [name: string, category: string, price: number, description: string];

const rows: Row[] = [
  ['Stoneware Mug', 'Kitchen', 18.5, 'Hand-glazed 350 ml mug. Dishwasher and microwave safe.'],
  ['Trail Backpack 24L', 'Outdoor', 129.95, 'Weatherproof daypack with padded sleeve and hidden rain cover.'],
  ['Desk Lamp', 'Home', 89, 'Dimmable warm light on a weighted steel base.'],
  ['Dot Grid Notebook', 'Stationery', 14.25, 'A5, 160 pages, lies flat.'],
  ['Wireless Keyboard', 'Electronics', 109.99, 'Low-profile keys, three devices, six months on one charge.'],
  ['Merino Socks', 'Clothing', 29.4, 'Pack of three.'],
  ['The Quiet Garden', 'Books', 12, 'A novel about a town that forgot its winter.'],
  ['Wooden Train Set', 'Toys', 58, 'Beech track with two bridges and a night express.'],
  ['Linen Apron', 'Kitchen', 42, 'Washed linen with a cross back and two deep pockets.'],
  ['Enamel Kettle', 'Outdoor', 54.9, 'Two-litre kettle for the hob or the campfire.'],
  ['Wool Throw', 'Home', 119, 'Recycled wool, 130 × 180 cm, woven in a herringbone pattern.'],
  ['Brass Pen', 'Stationery', 36, 'Solid brass body that ages with use. Takes standard refills.'],
  ['Noise-Cancelling Headphones', 'Electronics', 249, 'Over-ear, 30 hours of playback.'],
  ['Oxford Shirt', 'Clothing', 74, 'Organic cotton that softens with every wash.'],
  ['Bread at Home', 'Books', 32.95, "Sixty loaves, from the first starter to a baker's weekend."],
  ['Marble Run', 'Toys', 42.75, 'Forty pieces that click together and come apart quietly.'],
  ['Cast Iron Skillet', 'Kitchen', 64.95, 'Pre-seasoned 26 cm pan that goes from hob to oven.'],
  ['Two-Person Tent', 'Outdoor', 319, 'Free-standing, 2.1 kg, pitched in four minutes.'],
  ['Linen Cushion', 'Home', 38.5, 'Stonewashed cover with a feather filling, 50 × 50 cm.'],
  ['Sample Sticker', 'Stationery', 0, 'Free with any order.'],
  ['Portable Speaker', 'Electronics', 119.95, 'Fills a kitchen, survives a shower. 14 hours.'],
  ['Rain Jacket', 'Clothing', 189.9, 'Three-layer shell with sealed seams and pit zips.'],
  ['Maps of the Night Sky', 'Books', 45, 'Fold-out charts for both hemispheres.'],
  ['Floor Puzzle', 'Toys', 24, 'Forty-eight large pieces: the harbour at noon.'],
  ["Chef's Knife", 'Kitchen', 89.9, 'Forged 20 cm blade with a full tang and a walnut handle.'],
  ['Down Sleeping Bag', 'Outdoor', 249.5, 'Comfortable to −4 °C and packs down to a loaf of bread.'],
  ['Beeswax Candle', 'Home', 16, 'Burns for forty hours with a faint smell of honey.'],
  ['Desk Calendar', 'Stationery', 22, 'Twelve letterpress cards on an oak stand.'],
  ['USB-C Hub', 'Electronics', 59, 'Seven ports in an aluminium case, 100 W pass-through.'],
  ['Wool Beanie', 'Clothing', 26, 'Double-knit lambswool, one size.'],
  ["The Carpenter's Notebook", 'Books', 27.9, 'Joints, jigs and the patience between them.'],
  ['Kite', 'Toys', 31.5, 'Ripstop delta that flies in the lightest breeze.'],
  ['Oak Chopping Board', 'Kitchen', 54, 'Oiled end-grain oak, 40 × 28 cm, with a juice groove.'],
  ['Headlamp', 'Outdoor', 39.99, '300 lumens, red night mode, charges by USB-C.'],
  ['Wall Clock', 'Home', 57.25, 'Silent sweep movement behind domed glass.'],
  ['Fountain Pen Ink', 'Stationery', 12.8, 'Deep blue-black, 50 ml, dries in ten seconds.'],
  ['E-Reader', 'Electronics', 179, 'Seven-inch glare-free screen with a warm front light.'],
  ['Canvas Sneakers', 'Clothing', 69.95, 'Vulcanised sole, laces in two colours.'],
  ['Small Cities', 'Books', 18.25, 'Essays on places with fewer than a hundred thousand people.'],
  ['Building Blocks', 'Toys', 72, 'A hundred maple cubes, arches and columns in a cotton bag.'],
  ['Pour-Over Dripper', 'Kitchen', 27.5, 'Ceramic cone for one or two cups. Takes standard filters.'],
  ['Insulated Bottle', 'Outdoor', 32, 'Keeps tea hot for twelve hours. 750 ml.'],
  ['Terracotta Planter', 'Home', 24.9, 'Frost-proof pot with its saucer, 22 cm.'],
  ['Washi Tape Set', 'Stationery', 11.5, 'Six quiet colours, ten metres each.'],
  ['Smart Plug', 'Electronics', 19.99, 'Timers and power metering without a cloud account.'],
  ['Leather Belt', 'Clothing', 48, 'Vegetable-tanned, cut from one hide.'],
  ['Birds of the Coast', 'Books', 21, 'A pocket guide with 220 paintings.'],
  ['Card Game', 'Toys', 13.9, 'Quick, quiet and for two to five players.'],
  ['Glass Storage Jars', 'Kitchen', 36.8, 'Set of four with bamboo lids, from half a litre to two.'],
  ['Folding Camp Chair', 'Outdoor', 79, 'Carries 120 kg, weighs less than one.'],
  ['Cotton Bath Towel', 'Home', 29, 'Thick 600 g terry that dries quickly.'],
  ['Linen Folder', 'Stationery', 19.9, 'Holds a hundred A4 sheets and closes with a ribbon.'],
  ['Travel Charger', 'Electronics', 44.5, 'Two ports, 45 W, switches itself off when the battery is full.'],
  ['Linen Trousers', 'Clothing', 82.5, 'Relaxed fit with a drawstring waist.'],
  ['Letters to a Lighthouse', 'Books', 15.5, 'A picture book for readers from four to ninety.'],
  ['Olive Wood Spoon', 'Kitchen', 9.95, 'Carved from a single piece; no two look alike.'],
  ['Waxed Picnic Blanket', 'Outdoor', 68.4, 'Cotton on top, waterproof below, 150 × 200 cm.'],
  ['Doormat', 'Home', 34.75, 'Coir on natural rubber; takes the mud off.'],
  ['4K Monitor', 'Electronics', 1549, '27 inches, factory calibrated, one cable for picture and power.'],
  ['Selvedge Jeans', 'Clothing', 135, '14 oz denim, straight leg, chain-stitched hem.'],
];

/** The items for sale. The ids look like MongoDB's, which many backends use. */
export const catalogue: readonly Item[] = rows.map(([name, category, price, description], index) => {
  const _id = `652f1c9e8b1d4a0012a3b4${(index + 1).toString(16).padStart(2, '0')}`;
  return { _id, name, description, category, price };
});

/** Makes items with unique ids and names. */
export const makeItems = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => {
    const item = catalogue[index % catalogue.length] as Item;
    return { ...item, _id: `many-${index}`, name: `${item.name} ${index + 1}` };
  });
