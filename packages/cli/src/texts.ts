import failures from '@dragoman/client/locales/en/failures.json' with { type: 'json' }
import issues from '@dragoman/client/locales/en/issues.json' with { type: 'json' }
import { createInstance } from 'i18next'
import terminal from './texts/terminal.json' with { type: 'json' }

/** Values of a sentence, by name. */
export type TextValues = Readonly<Record<string, string | number>>

const texts = createInstance()
void texts.init({
  lng: 'en',
  resources: { en: { failures, issues, terminal } },
  // The resources are here, so that nothing has to be loaded first.
  initAsync: false,
  interpolation: { escapeValue: false },
  // Sentences without values, such as descriptions of rules, show where a value belongs.
  missingInterpolationHandler: () => '…',
})

/**
 * Returns the first of several sentences that exists: those of the screens (`failures:`, `issues:`), and those
 * that only the command line has (`terminal:`). Null if none exists.
 */
export function textOf(names: readonly string[], values: TextValues = {}): string | null {
  const name = names.find((one) => texts.exists(one))
  return name === undefined ? null : texts.t(name, { ...values })
}
