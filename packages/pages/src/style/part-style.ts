/** Cards, badges, bars, folded parts, forms: what pages are made of. */
export const partStyle = `
.card{
  padding:1rem 1.125rem;background:var(--card);border:1px solid var(--line);border-radius:12px
}
.badge{
  display:inline-flex;align-items:center;gap:.35rem;padding:.1rem .6rem .1rem .5rem;
  border-radius:999px;background:var(--calmSoft);color:var(--calm);
  font-size:.8125rem;font-weight:600;line-height:1.5;white-space:nowrap
}
.badge svg{flex:none;width:.75rem;height:.75rem}
.badge.busy{background:var(--busySoft);color:var(--busy)}
.badge.good{background:var(--goodSoft);color:var(--good)}
.badge.warn{background:var(--warnSoft);color:var(--warn)}
.badge.bad{background:var(--badSoft);color:var(--bad)}
.badge.fresh{background:var(--freshSoft);color:var(--fresh)}
.meter{display:block;width:100%;height:.5rem;border-radius:999px;background:var(--calmSoft)}
.meter rect{fill:var(--edge)}
.meter .good{fill:var(--good)}
.meter .busy{fill:var(--busy)}
.meter .warn{fill:var(--warn)}
.meter .bad{fill:var(--bad)}
.meter .fresh{fill:var(--fresh)}
.figure-number{font-variant-numeric:tabular-nums}
summary{
  display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .75rem;min-height:2.75rem;
  cursor:pointer;list-style:none
}
summary::-webkit-details-marker{display:none}
summary::before{
  content:"";flex:none;width:.45rem;height:.45rem;margin:0 .1rem 0 .1rem;
  border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(-45deg)
}
[open]>summary::before{transform:translateY(-.12rem) rotate(45deg)}
table{width:100%;border-collapse:collapse}
caption{text-align:left;color:var(--muted)}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,td,th[scope=row]{display:block}
tbody{display:grid;gap:.75rem}
tr{
  display:grid;gap:.5rem;padding:1rem 1.125rem;background:var(--card);
  border:1px solid var(--line);border-radius:12px
}
th[scope=row]{padding:0;text-align:left;font-weight:400}
td{padding:0;min-width:0}
td[data-label]{display:grid;grid-template-columns:7rem minmax(0,1fr);gap:.75rem}
td[data-label]::before{content:attr(data-label);font-size:.8125rem;color:var(--muted)}
td.none{display:none}
.timeline{position:relative;display:grid;gap:1.25rem;padding-left:1.5rem}
.timeline::before{
  content:"";position:absolute;left:.3125rem;top:.5rem;bottom:.5rem;width:2px;
  background:var(--line)
}
.timeline>li{position:relative;min-width:0}
.timeline>li::before{
  content:"";position:absolute;left:-1.5rem;top:.4rem;width:.75rem;height:.75rem;
  border:2px solid var(--edge);border-radius:50%;background:var(--paper)
}
.timeline>.busy::before{border-color:var(--busy);background:var(--busySoft)}
.timeline>.good::before{border-color:var(--good);background:var(--goodSoft)}
.timeline>.warn::before{border-color:var(--warn);background:var(--warnSoft)}
.timeline>.bad::before{border-color:var(--bad);background:var(--badSoft)}
.timeline>.fresh::before{border-color:var(--fresh);background:var(--freshSoft)}
form{display:grid;gap:.6rem;justify-items:start}
label{font-size:.875rem;font-weight:600}
input:not([type=hidden]),textarea{
  width:100%;max-width:40rem;padding:.55rem .7rem;border:1px solid var(--edge);border-radius:8px;
  background:var(--paper);color:inherit;font:inherit
}
textarea{min-height:5rem;resize:vertical}
fieldset{border:0;display:grid;gap:.5rem;min-width:0}
legend{padding:0;margin-bottom:.5rem;font-size:.875rem;font-weight:600}
.tick{display:flex;gap:.6rem;align-items:flex-start}
.tick input[type=checkbox]{width:1.25rem;min-width:1.25rem;height:1.25rem;min-height:0;margin:.1rem 0 0}
.tick label{font-weight:400;font-size:1rem}
button{
  min-height:2.75rem;padding:.5rem 1.1rem;border:1px solid var(--accent);border-radius:8px;
  background:var(--accent);color:var(--card);font:inherit;font-weight:600;cursor:pointer
}
button:hover{filter:brightness(1.08)}
button.quiet{background:none;color:var(--accent)}
button.danger{border-color:var(--bad);background:none;color:var(--bad)}
@media (min-width:48rem){
  table{display:table}
  thead{position:static;display:table-header-group;width:auto;height:auto;clip-path:none}
  tbody{display:table-row-group}
  tr{display:table-row;background:none;border:0}
  th,td,th[scope=row],td[data-label]{
    display:table-cell;padding:.75rem 1rem .75rem 0;border-bottom:1px solid var(--line);
    vertical-align:top;text-align:left
  }
  thead th{padding-block:.35rem;font-size:.8125rem;font-weight:600;color:var(--muted)}
  td[data-label]::before{content:none}
  td.none{display:table-cell}
}
`
