import type { ProjectReply } from '@dragoman/contract'
import { ownFirst, type ProjectAction, type TextAction } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  FileDown,
  FileText,
  FileUp,
  FolderOpen,
  FolderSync,
  Globe,
  Keyboard,
  Languages,
  LogOut,
  Moon,
  Plus,
  Search,
  Settings,
  Sun,
  SunMoon,
} from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { projectQueries } from '../../features/projects/queries.ts'
import { sessionQueries } from '../../features/session/queries.ts'
import { useSignOut } from '../../features/session/use-sign-out.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { INTERFACE_LANGUAGES } from '../../i18n/languages.ts'
import { AccessContext, useAccess } from '../../lib/access/access.ts'
import { workIn } from '../../lib/access/use-work.ts'
import { editionOf } from '../../lib/edition.ts'
import { requestScreen, type ScreenIntent } from '../../lib/page/screen-intent.ts'
import { setTheme, THEMES, type Theme } from '../../lib/page/theme.ts'
import { filesQuery } from '../../lib/server/files-query.ts'
import { languageWords } from './language-words.ts'
import { matchCommands } from './match-commands.ts'
import { type PaletteCommand, useActionCommand } from './palette-command.tsx'
import { RAIL_LINKS } from './rail-links.ts'
import { useChooseLanguage } from './use-choose-language.ts'
import { useFoundStrings } from './use-found-strings.ts'
import { useGo } from './use-go.ts'
import { useTeamCommands } from './use-team-commands.tsx'

const THEME_SIGNS = { system: SunMoon, light: Sun, dark: Moon } satisfies Record<Theme, typeof Sun>
const MOST_FILES = 5

/**
 * Returns everything that the palette offers for a text: screens, actions, settings, languages, projects and
 * files by the beginnings of their words; strings and keys as found by the server, also by a pasted
 * `namespace:key`, a delivery URL or the path of a file.
 */
export function usePaletteCommands(
  slug: string,
  text: string,
  onShortcuts: () => void,
): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useFoundStrings(slug, text)
  const files = useQuery({ ...filesQuery(slug), enabled: text.trim().length > 1 }).data?.files ?? []
  const project = useQuery(projectQueries.get(slug)).data
  const fixed = useFixedCommands(slug, project, onShortcuts)
  const access = useContext(AccessContext)
  if (project === undefined) return []

  const work = workIn(access, project)
  const translate = (language: string, search: { readonly q?: string; readonly key?: number }) =>
    void navigate({ to: '/p/$project/translate/$language', params: { project: slug, language }, search })
  const wanted = text.trim()
  if (wanted === '') return fixed
  const strings = found.map(
    (one): PaletteCommand => ({
      id: `string-${one.keyId}`,
      name: one.keyName,
      words: '',
      sign: <Search aria-hidden="true" />,
      note: one.source,
      run: () => translate(one.language, { key: one.keyId }),
    }),
  )
  const matchingFiles = files
    .filter(({ path }) => wanted.length > 1 && path.toLowerCase().includes(wanted.toLowerCase()))
    .slice(0, MOST_FILES)
    .map(
      ({ id, path, language }): PaletteCommand => ({
        id: `file-${id}`,
        name: path,
        words: '',
        sign: <FileText aria-hidden="true" />,
        note: t('palette.file'),
        run: () => translate(language, { q: path }),
      }),
    )
  const search: PaletteCommand = {
    id: 'search',
    name: t('palette.search', { text }),
    words: text,
    sign: <Search aria-hidden="true" />,
    run: () => translate(work.translate, { q: text }),
  }
  return [...matchCommands(fixed, text), ...strings, ...matchingFiles, search]
}

/** Commands that do not depend on the text. */
function useFixedCommands(
  slug: string,
  project: ProjectReply | undefined,
  onShortcuts: () => void,
): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const formats = useFormats()
  const go = useGo(slug)
  const access = useAccess()
  const rights = useContext(AccessContext)
  const { hasAccounts } = editionOf(useQuery(sessionQueries.get()).data)
  const actions = useProjectActions(slug)
  const team = useTeamCommands(slug)
  const settings = useSettingCommands(onShortcuts)
  const projects = useProjectCommands(slug)
  if (project === undefined) return []

  const work = workIn(rights, project)
  const languages = ownFirst(
    project.languages.map(({ tag }) => tag).filter((tag) => tag !== project.sourceLanguage),
    work,
  )
  return [
    ...RAIL_LINKS.filter(
      ({ needs, isForTeams }) => access.onProject(needs) === null && (hasAccounts || isForTeams !== true),
    ).map(({ id, sign: Sign }) => ({
      id,
      name: t(`screens.${id}`),
      words: t(`screens.${id}`),
      sign: <Sign aria-hidden="true" />,
      run: () => go(id),
    })),
    ...languages.map((tag) => ({
      id: `language-${tag}`,
      name: t(languageWords(work, tag), { language: formats.languageName(tag) }),
      words: `${tag} ${endonym(tag)} ${formats.languageName(tag)}`,
      sign: <Languages aria-hidden="true" />,
      note: tag,
      run: () =>
        void navigate({
          to: '/p/$project/translate/$language',
          params: { project: slug, language: tag },
          search: {},
        }),
    })),
    ...actions,
    ...team,
    ...settings,
    ...projects,
  ]
}

/** What people can do in a project, as far as they are allowed to. */
function useProjectActions(slug: string): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const action = useActionCommand()
  const access = useAccess()
  const go = useGo(slug)
  const onScreen = (place: 'files' | 'keys', intent: ScreenIntent) => () => {
    go(place)
    requestScreen(intent)
  }
  const ifAllowed = (needs: ProjectAction | TextAction, command: PaletteCommand) =>
    access.onAnything(needs) === null ? [command] : []
  const toConnect = onScreen('files', 'connect-folder')
  return [
    ...ifAllowed(
      'files.import',
      action('import', t('palette.import'), FileDown, onScreen('files', 'import')),
    ),
    ...ifAllowed('files.export', action('export', t('palette.export'), FileUp, onScreen('files', 'export'))),
    ...ifAllowed('sources.manage', action('connect', t('palette.connect'), FolderSync, toConnect)),
    ...ifAllowed('keys.edit', action('new-key', t('palette.newKey'), Plus, onScreen('keys', 'new-key'))),
    ...ifAllowed(
      'languages.manage',
      action('add-language', t('palette.addLanguage'), Settings, () => go('settings')),
    ),
  ]
}

/** The person's own settings: colors, language of the interface, shortcuts. */
function useSettingCommands(onShortcuts: () => void): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const action = useActionCommand()
  const chooseLanguage = useChooseLanguage()
  return [
    ...THEMES.map((theme) =>
      action(`theme-${theme}`, `${t('theme.label')}: ${t(`theme.${theme}`)}`, THEME_SIGNS[theme], () =>
        setTheme(theme),
      ),
    ),
    ...INTERFACE_LANGUAGES.map(({ tag, endonym: name }) => ({
      ...action(
        `interface-${tag}`,
        `${t('interfaceLanguage')}: ${name}`,
        Globe,
        () => void chooseLanguage(tag),
      ),
      words: `${tag} ${formats.languageName(tag)}`,
    })),
    action('shortcuts', t('shortcuts.title'), Keyboard, onShortcuts),
  ]
}

/** Ways out of a project: to the list of projects, out of the session, into another one. */
function useProjectCommands(slug: string): readonly PaletteCommand[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const action = useActionCommand()
  const signOut = useSignOut()
  const projects = useQuery(projectQueries.list()).data?.projects ?? []
  const hasPassword = useQuery(sessionQueries.get()).data?.actor?.hasPassword ?? false
  return [
    action('projects', t('screens.projects'), FolderOpen, () => void navigate({ to: '/projects' })),
    ...(hasPassword ? [action('sign-out', t('account.signOut'), LogOut, () => void signOut())] : []),
    ...projects
      .filter((one) => one.slug !== slug)
      .map((one) => ({
        id: `project-${one.slug}`,
        name: one.name,
        words: `${one.name} ${one.slug}`,
        sign: <FolderOpen aria-hidden="true" />,
        note: t('palette.project'),
        run: () => void navigate({ to: '/p/$project/overview', params: { project: one.slug } }),
      })),
  ]
}
