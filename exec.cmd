@rem The scripts of package.json begin with "exec", a command of sh, so that npm signals Node itself; cmd.exe has none.
@%*
