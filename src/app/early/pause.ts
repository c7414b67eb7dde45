// Imported between two parts of the bundle, it parts their running: before the second one the browser may draw, and answer the shopper.
export default await new Promise((go) => setTimeout(go));
