import { guardEdit } from '../edit/guard-edit.ts'
import { dropLastEol, endsOpen } from '../edit/new-file.ts'
import { fileFamily } from '../file-family.ts'
import type { FileStructure } from '../file-structure.ts'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import { charsetLimit, NO_NULL } from '../limits/text-limits.ts'
import { editPo } from './edit-po.ts'
import { formsOfNewPo } from './forms-of-new-po.ts'
import { headerText } from './po-header-text.ts'
import { formsOfPo, GETTEXT_PO, languagesInPo, pluralRuleOfPo, readPo } from './read-po.ts'
import { recognisePo } from './recognise-po.ts'

const STRUCTURE: FileStructure = {
  kind: 'lines',
  hasParagraphs: true,
  boilerplate: [
    /^"(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Language|Plural-Forms):.*(?:\r?\n".*(?<!\\n")$)*/gm,
  ],
}

/** GNU gettext's PO files and templates (POT): the key is the source text, with its context. */
export const gettextPo: Format = {
  id: GETTEXT_PO,
  about: 'GNU gettext: PO, and templates (POT)',
  extensions: ['.po', '.pot'],
  families: [
    fileFamily(['.po'], ['folder', 'file', 'dot', 'dash'], { isPlain: true, templateExtension: '.pot' }),
  ],
  languages: 'two',
  plurals: 'units',
  namesAreSources: true,
  escapesNames: true,
  syntax: 'printf',
  allowsAnyName: true,
  supports: ['plural', 'comment', 'context', 'state', 'source', 'any-charset'],
  states: ['draft', 'translated'],
  structure: STRUCTURE,
  recognise: recognisePo,
  languagesIn: languagesInPo,
  read: readPo,
  limitsOf: (document) => ({
    ...NO_NULL,
    characters: 'gettext',
    charset: charsetLimit(document),
    ...(document.view?.side === 'source' ? {} : { plurals: formsOfPo(document) }),
  }),
  numberingOf: (document) => pluralRuleOfPo(document).numbering,
  edit: guardEdit(editPo),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const plan =
      view?.side === 'source' ? { formula: undefined, edits } : formsOfNewPo(view?.language ?? null, edits)
    const started = readPo(new TextEncoder().encode(headerText(model, view, plan.formula)), view)
    const created = editPo(started, plan.edits, model)
    return endsOpen(model) ? dropLastEol(created) : created
  },
}
