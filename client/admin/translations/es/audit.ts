export const audit = {
  help: 'Quién cambió qué en los últimos 180 días.',
  nothing: 'No hay entradas.',
  all: 'Todo',
  kind: 'Se refiere a',
  export: 'Exportar como CSV',
  more: 'Mostrar más',
  session: 'Usted',
  key: 'Clave de API {name}',
  visitor: 'Alguien que inicia sesión',
  mail: 'Enlace en un correo',
  console: 'Comando en el servidor',
};
