import { darkPalette, lightPalette, type Palette } from './palette.ts'

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')

/** The style of the document, for the narrowest screen first. */
export const documentStyle = `:root{color-scheme:light dark;${variables(lightPalette)}}
@media (prefers-color-scheme:dark){:root{${variables(darkPalette)}}.icon.plain{filter:invert(1)}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:46rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",sans-serif;overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol,dl,dd,figure,blockquote{margin:0;padding:0}
ul,ol{list-style:none}
h1,h2,h3{line-height:1.2;text-wrap:balance}
p,dd,li{text-wrap:pretty}
h1,h2,.prompt{font-family:Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,"Noto Serif",serif}
h1{font-size:clamp(2rem,1.5rem + 2.6vw,3rem);font-weight:600;letter-spacing:-.015em}
h2{font-size:1.5rem;font-weight:600;letter-spacing:-.005em}
h3{font-size:1.125rem;font-weight:650}
a{color:var(--accent);text-decoration-thickness:.06em;text-underline-offset:.18em}
a:hover{text-decoration-thickness:.12em}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
main:focus{outline:none}
:target{scroll-margin-top:1rem}
.card:target,.flow:target,.notes>li:target{outline:2px solid var(--accent);outline-offset:3px}
.mark a:target{background:var(--accentSoft)}
.skip{position:absolute;left:1rem;top:-6rem;padding:.6rem 1rem;background:var(--card);border-radius:6px;z-index:1}
.skip:focus{top:1rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.prose,dd>p,blockquote p,.reason,.lead,.target{white-space:pre-line}
.muted,.prompt,.type,.target,.explained,.citation,.uses,.count,.origin{color:var(--muted)}
.flow .muted,.body>.muted{font-size:.9375rem}
.label{font-size:.875rem;color:var(--muted)}
.type{font-size:.875rem;font-weight:600;letter-spacing:.02em;margin-bottom:.5rem}
.lead{margin-top:1rem;font-size:1.1875rem;line-height:1.55}
.notice{margin-top:1.25rem;padding:.85rem 1rem;border-radius:10px;font-size:.9375rem;line-height:1.5}
.notice.ai{background:var(--accentSoft)}
.notice.warn{background:var(--warnSoft);color:var(--warn)}
.notice.warn a{color:inherit}
.origin{margin-top:.25rem;font-size:.875rem}
.notice.ai .origin{color:inherit}
nav{margin-top:2rem;padding:1rem 0;border-block:1px solid var(--line)}
nav ul{columns:2 9rem;column-gap:1.5rem;font-size:.9375rem}
nav li{display:flex;align-items:baseline;justify-content:space-between;gap:.75rem;padding:.3rem 0;break-inside:avoid}
nav a{color:inherit;text-decoration-color:var(--line)}
nav .empty a{color:var(--warn)}
.count{font-size:.8125rem;font-variant-numeric:tabular-nums}
.part{margin-top:3rem}
.prompt{margin-top:.25rem;font-size:1.0625rem;font-style:italic}
.cards{display:grid;gap:.875rem;margin-top:1.125rem}
.card{display:grid;grid-template-columns:2.75rem minmax(0,1fr);gap:.75rem;padding:1.125rem;background:var(--card);border:1px solid var(--line);border-radius:14px}
.card.proposed{border:1.5px dashed var(--fresh)}
.icon{display:block;width:2.75rem;height:2.75rem}
.body{display:contents}
.body>*{grid-column:1/-1;min-width:0}
.body>h3{grid-column:2;align-self:center}
.tags{display:flex;flex-wrap:wrap;gap:.4rem .5rem;font-size:.875rem;line-height:1.4}
.tag{display:inline-flex;align-items:center;gap:.4rem;padding:.15rem .65rem;border:1px solid var(--line);border-radius:1rem}
.tag svg{flex:none}
.tag .label{font-size:inherit}
.explained{flex-basis:100%}
.badge{padding:.15rem .65rem;border-radius:999px;font-size:.8125rem;font-weight:600;line-height:1.5}
.badge.new{background:var(--freshSoft);color:var(--fresh)}
.badge.ai{background:var(--accentSoft);color:var(--accent)}
.filled{font-weight:600}
a .filled,h3 .filled{font-weight:inherit}
.blank{border-bottom:2px dotted var(--warn);color:var(--warn)}
.gap{color:var(--warn)}
.variables{display:grid;gap:.75rem;padding:.75rem .875rem;background:var(--paper);border-radius:10px}
dt{font-size:.875rem;color:var(--muted)}
.options{display:grid;gap:.4rem}
.options li{padding-left:1.1em;text-indent:-1.1em}
.options .muted{display:block;font-size:.9375rem;line-height:1.5;text-indent:0}
.options li::before{content:"";display:inline-block;width:.45em;height:.45em;margin-right:.65em;border-radius:50%;background:var(--accent);vertical-align:.12em}
.reason{margin-top:.25rem;font-size:.9375rem;color:var(--muted)}
.actions ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:.6rem 1.5rem;margin-top:.4rem}
.act{font-weight:600}
.target{display:block;font-size:.875rem}
.provenance{font-size:.9375rem}
summary{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .65rem;min-height:2.75rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:.5rem;height:.5rem;margin:0 .35rem .2rem auto;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(45deg)}
[open]>summary::after{margin-bottom:-.2rem;transform:rotate(225deg)}
p.provenance{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .65rem}
.sure{display:inline-flex;align-items:center;gap:.45rem;font-size:.875rem;color:var(--muted)}
.meter circle{fill:none;stroke:currentColor;stroke-width:1.25}
.meter .full{fill:currentColor}
.inside{display:grid;gap:.6rem;padding:.25rem 0 .25rem}
.inside .label{font-weight:600}
figure{padding-left:.875rem;border-left:3px solid var(--accent)}
:lang(fr){quotes:"«\\a0" "\\a0»" "“" "”"}
.quoted::before{content:open-quote}
.quoted::after{content:close-quote}
figcaption{font-size:.875rem;color:var(--muted)}
.mark{margin-left:.1em;font-style:normal;font-size:.75em;line-height:0;white-space:nowrap}
.mark a{padding:.3em .2em;text-decoration:none;font-weight:600}
.mark a::before{content:"\\2060["}
.mark a::after{content:"]"}
.flow{margin-top:1.125rem;padding:1.125rem;background:var(--card);border:1px solid var(--line);border-radius:14px}
.steps{display:grid;gap:.5rem;margin-top:.75rem}
.steps>li{position:relative;padding:.65rem .875rem;background:var(--paper);border-radius:10px}
.steps>li+li{margin-top:1rem}
.steps>li+li::before{content:"";position:absolute;top:-1.15rem;left:1.25rem;width:.6rem;height:.6rem;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(45deg)}
footer{margin-top:3.5rem;border-top:1px solid var(--line);font-size:.9375rem}
footer h2{font-size:1.25rem}
footer .part{margin-top:2rem}
.notes{counter-reset:note;display:grid;gap:.75rem;margin-top:.875rem}
.notes>li{counter-increment:note;position:relative;padding-left:2.5rem}
.notes>li::before{content:"[" counter(note) "]";position:absolute;left:0;color:var(--muted);font-variant-numeric:tabular-nums}
.kind{margin-right:.25rem;font-size:.8125rem;color:var(--muted)}
.citation,.uses{display:block;font-size:.875rem}
cite{font-style:normal;font-weight:600}
.about{display:grid;gap:.6rem;margin-top:.875rem}
@media (min-width:36rem){.card{grid-template-columns:3rem minmax(0,1fr);gap:1.125rem;padding:1.375rem}.icon{width:3rem;height:3rem}.body{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}.body>h3{grid-column:1}.about>div{display:grid;grid-template-columns:11rem minmax(0,1fr)}.steps{grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:1.75rem}.steps>li+li{margin-top:0}.steps>li+li::before{top:50%;left:-1.35rem;transform:translateY(-50%) rotate(-45deg)}}
@media (min-width:68rem){body{display:grid;grid-template-columns:14rem minmax(0,46rem);column-gap:3.5rem;max-width:66rem;padding-top:3.5rem}.top,main,footer{grid-column:2}nav{grid-column:1;grid-row:1/span 4;align-self:start;position:sticky;top:3.5rem;margin:0;padding:0;border:0;max-height:calc(100vh - 5rem);overflow:auto}nav ul{columns:1}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media (forced-colors:active){.icon{background:#fff;filter:none}.badge,.tag,.notice{border:1px solid}}
@media print{:root{color-scheme:light;${variables(lightPalette)};--paper:#fff}.icon.plain{filter:none}@page{margin:18mm}html{font-size:10pt}body{display:block;max-width:none;padding:0}nav,.skip,summary::after{display:none}.card,.flow,.notice,.notes>li,figure{break-inside:avoid}h2,h3,.prompt{break-after:avoid}.part{margin-top:1.75rem}.variables{padding-block:0;border-left:2px solid var(--line);border-radius:0}.steps>li{border:1px solid var(--line)}a{color:inherit}a[href^=http]:not(.act)::after{content:" (" attr(href) ")";font-size:.85em;font-weight:400}details::details-content{content-visibility:visible;display:block;height:auto}}
`

/** The hash by which the document's policy allows this style; the test of this file computes it. */
export const documentStyleHash = 'sha256-l3qd8NPBbf3/OwcedJD63g2AiA3UQKvohHhLa1ghqJw='
