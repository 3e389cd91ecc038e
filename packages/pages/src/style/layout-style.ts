/** The bar above a page, the list of its sections, and the sections themselves. */
export const layoutStyle = `
.bar{
  display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1.5rem;
  padding:.75rem 0;border-bottom:1px solid var(--line);font-size:.875rem
}
.trail{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .5rem}
.trail li+li::before{content:"/";margin-right:.5rem;color:var(--muted)}
.trail a{display:inline-block;padding:.35rem 0}
.live{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;color:var(--muted)}
.live a{display:inline-block;padding:.35rem 0}
.live [data-live-time]{font-variant-numeric:tabular-nums}
.live [data-live-time]:empty{display:none}
.sections{margin-top:1rem;font-size:.9375rem}
.sections ul{display:flex;flex-wrap:wrap;gap:.5rem}
.sections a{
  display:flex;align-items:baseline;justify-content:space-between;gap:.6rem;
  padding:.35rem .75rem;border:1px solid var(--line);border-radius:999px;
  background:var(--card);color:inherit;text-decoration:none
}
.sections a:hover{border-color:var(--edge)}
.count{font-size:.8125rem;color:var(--muted);font-variant-numeric:tabular-nums}
main{display:block;padding-top:1.75rem}
.part{margin-top:2.75rem}
.part>h2{margin-bottom:1rem}
.part>h2+.muted{margin-top:-.6rem;margin-bottom:1rem}
.stack{display:grid;gap:.75rem}
.stack>*{min-width:0}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .75rem}
.facts{display:grid;gap:.75rem 1.5rem}
.facts>div{min-width:0}
dt{font-size:.8125rem;color:var(--muted)}
@media (min-width:40rem){
  .facts{grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
}
@media (min-width:64rem){
  body{max-width:76rem;padding-inline:2rem}
  body:has(>.sections){
    display:grid;grid-template-columns:13rem minmax(0,1fr);column-gap:3rem;align-items:start
  }
  .bar{grid-column:1/-1}
  .sections{
    position:sticky;top:1.75rem;margin-top:1.75rem;max-height:calc(100vh - 3.5rem);overflow:auto
  }
  .sections ul{display:grid;gap:.125rem}
  .sections a{border-color:transparent;border-radius:8px;background:none}
  .sections a:hover{background:var(--card);border-color:var(--line)}
}
`
