import type { api, GridRow, ReplyOf, TranslationReply } from '@dragoman/contract'

/** A page of the grid as received from the server. */
export type KeysPage = ReplyOf<typeof api.keys.page>

/**
 * Returns the page with newer translations inserted; the same page if it contains none of them, or newer
 * ones.
 */
export function withTranslations(page: KeysPage, saved: readonly TranslationReply[]): KeysPage {
  const byCell = new Map(saved.map((one) => [`${one.keyId} ${one.language}`, one]))
  let changed = false
  const rows = page.rows.map((row): GridRow => {
    const translations = row.translations.map((old) => {
      const now = byCell.get(`${old.keyId} ${old.language}`)
      return now !== undefined && now.version > old.version ? now : old
    })
    if (translations.every((one, place) => one === row.translations[place])) return row
    changed = true
    return { ...row, translations }
  })
  return changed ? { ...page, rows } : page
}
