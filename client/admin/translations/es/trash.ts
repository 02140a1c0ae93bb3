export const trash = {
  help: 'Las entradas y las páginas permanecen aquí 30 días. Después se eliminan con sus comentarios.',
  nothing: 'La papelera está vacía.',
  restore: 'Restaurar',
  restoreThis: 'Restaurar {title}',
  restored: '«{title}» vuelve a ser un borrador.',
  publish: 'Publicar de nuevo',
  published: '«{title}» está publicada.',
  remove: 'Eliminar para siempre',
  removeThis: 'Eliminar {title} para siempre',
  empty: 'Vaciar la papelera',
  emptySure:
    '¿Eliminar para siempre todo lo que hay en la papelera? También se eliminan los comentarios, los me gusta y las versiones.',
  emptied: 'La papelera está vacía ahora.',
  until: 'Hasta el {date}',
  page: 'Página',
};
