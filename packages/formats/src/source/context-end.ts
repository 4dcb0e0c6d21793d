/** Separates the context and the source text in a name, as in gettext's own catalogs (EOT). */
export const CONTEXT_END = '\u0004'
