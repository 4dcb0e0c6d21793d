export const STYLE = `
:host { all: initial; --surface: #fff; --sunken: #f3f1ec; --line: #8f887b; --ink: #1c1a17; --ink-2: #59544b;
  --lapis: #2b4bce; --lapis-ink: #2340b5; --on-lapis: #fff; --jade: #14734a; --amber-soft: #fbf0d9; --rust: #b3321f }
@media (prefers-color-scheme: dark) {
  :host { --surface: #1a1c20; --sunken: #101114; --line: #70747d; --ink: #eceae4; --ink-2: #b3b0a8; --lapis: #8fa6ff;
    --lapis-ink: #a9bbff; --on-lapis: #0f1430; --jade: #5cc894; --amber-soft: #2d2413; --rust: #f08672 }
}
* { box-sizing: border-box }
dialog { position: fixed; inset: auto; margin: 0; width: min(27rem, 100vw - 1rem); max-height: calc(100vh - 1rem);
  overflow: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; color: var(--ink);
  background: var(--surface); color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif;
  box-shadow: 0 8px 32px -4px #00000059 }
dialog::backdrop { background: #1c1a171f }
div.head { display: flex; align-items: center; justify-content: space-between; gap: .5rem }
h1 { margin: 0; font-size: 1.05rem; font-weight: 650 }
p { margin: .5rem 0 }
.key { margin: .25rem 0 .5rem; color: var(--ink-2); font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
label, .label { display: block; margin: .6rem 0 .2rem; color: var(--ink-2); font-size: .87rem }
label small { font-size: .8rem }
.text { margin: 0; padding: .4rem .55rem; border-radius: 5px; background: var(--sunken); white-space: pre-wrap;
  overflow-wrap: anywhere }
.text + .text { margin-top: .25rem }
textarea, select, input { display: block; width: 100%; padding: .4rem .55rem; border: 1px solid var(--line); border-radius: 5px;
  background: var(--surface); color: var(--ink); font: inherit; resize: vertical }
ul { margin: 0; padding-inline-start: 1.1rem; color: var(--rust) }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-top: .75rem }
button { min-height: 2rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 5px; font: inherit;
  background: var(--surface); color: var(--ink); cursor: pointer }
button.primary { border-color: var(--lapis); background: var(--lapis); color: var(--on-lapis) }
a, summary { color: var(--lapis-ink) }
summary { cursor: pointer; margin-top: .75rem; width: max-content }
:focus-visible { outline: 2px solid var(--lapis); outline-offset: 2px }
.picture { position: relative; margin-top: .5rem; border: 1px solid var(--line) }
.picture canvas { display: block; width: 100% }
.picture i { position: absolute; border: 1.5px solid #2b4bce; box-shadow: 0 0 0 1px #fffc }
.note { padding: .45rem .6rem; border-radius: 5px; background: var(--amber-soft) }
[role=status] { min-height: 1.4em; margin: .5rem 0 0 }
[data-is=done] { color: var(--jade) }
[data-is=problem] { color: var(--rust) }
@media (max-width: 480px) {
  dialog { inset: auto 0 0 0 !important; width: 100vw; max-width: none; max-height: 85vh; border-radius: 12px 12px 0 0 }
}
`
