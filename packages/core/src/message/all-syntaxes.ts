import { chromeSyntax } from './braces/chrome-syntax.ts'
import { dotnetSyntax } from './braces/dotnet-syntax.ts'
import { goTemplateSyntax } from './braces/go-template-syntax.ts'
import { laravelSyntax } from './braces/laravel-syntax.ts'
import { qtSyntax } from './braces/qt-syntax.ts'
import { rubySyntax } from './braces/ruby-syntax.ts'
import { slangSyntax } from './braces/slang-syntax.ts'
import { vueSyntax } from './braces/vue-syntax.ts'
import { fluentSyntax } from './fluent/fluent-syntax.ts'
import { i18nextSyntax } from './i18next/i18next-syntax.ts'
import { flutterSyntax, icuSyntax } from './icu/icu-syntax.ts'
import { plainSyntax } from './markup/plain-syntax.ts'
import type { MessageSyntax } from './message-syntax.ts'
import { appleSyntax, mixedSyntax, printfSyntax } from './printf/printf-syntax.ts'

/**
 * Every syntax, for programs that have the whole of core at hand. A browser has i18next's in its first script
 * and imports this file, which is an entry of the package for that purpose, when a project needs another: see
 * `loadSyntax` in the client. So nothing else of `core` may import it.
 */
export const ALL_SYNTAXES: readonly MessageSyntax[] = [
  i18nextSyntax,
  icuSyntax,
  flutterSyntax,
  vueSyntax,
  laravelSyntax,
  slangSyntax,
  plainSyntax,
  chromeSyntax,
  appleSyntax,
  rubySyntax,
  printfSyntax,
  mixedSyntax,
  goTemplateSyntax,
  dotnetSyntax,
  fluentSyntax,
  qtSyntax,
]

/**
 * The syntax with that id; text without placeholders where there is none, so that an unknown one is never
 * read wrongly.
 */
export function syntaxById(id: string): MessageSyntax {
  return byId.get(id) ?? plainSyntax
}

const byId: ReadonlyMap<string, MessageSyntax> = new Map(ALL_SYNTAXES.map((syntax) => [syntax.id, syntax]))
