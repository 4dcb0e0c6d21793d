/** Returns the start tag of an element with content: `<a/>` becomes `<a>`. */
export function openTag(tag: string): string {
  return tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag
}

/** Returns a start tag with an attribute after the others. `attribute`: with the blank before it. */
export function withAttribute(tag: string, attribute: string): string {
  const end = tag.replace(/\/?>$/, '').trimEnd().length
  return tag.slice(0, end) + attribute + tag.slice(end)
}
